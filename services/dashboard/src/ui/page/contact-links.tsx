import { Anchor } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/icons/IconBrandWhatsapp';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import classes from './contact-links.module.css';

interface ContactLinksProps {
  readonly phone: string | null;
  readonly email: string;
  /**
   * Compact form for lists: WhatsApp is shown only as an icon, a long email is truncated, and on a phone all links are
   * icons.
   */
  readonly isCompact?: boolean;
}

/** Keeps the plus sign and the digits of any script. */
const toDialable = (phone: string) => phone.replaceAll(/[^+\p{Nd}]/gu, '');

const international = /^\+[1-9][0-9]{6,14}$/;

/** Links that call a person, write to them on WhatsApp, or email them. WhatsApp needs a number with a country code. */
export function ContactLinks({ phone, email, isCompact = false }: ContactLinksProps) {
  const data = { 'data-compact': isCompact, className: classes.link };
  const number = phone === null ? '' : toDialable(phone);
  return (
    <>
      {phone === null ? null : (
        <Anchor size="sm" href={`tel:${number}`} {...data}>
          <IconPhone size={16} aria-hidden />
          <span className={classes.label}>{phone}</span>
        </Anchor>
      )}
      {international.test(number) ? (
        <Anchor
          size="sm"
          href={`https://wa.me/${number.slice(1)}`}
          target="_blank"
          rel="noopener noreferrer"
          title="WhatsApp"
          {...data}
        >
          <IconBrandWhatsapp size={16} aria-hidden />
          <span className={isCompact ? 'visually-hidden' : undefined}>WhatsApp</span>
        </Anchor>
      ) : null}
      <Anchor size="sm" href={`mailto:${email}`} title={isCompact ? email : undefined} {...data}>
        <IconMail size={16} aria-hidden />
        <span className={classes.label}>{email}</span>
      </Anchor>
    </>
  );
}
