import { Anchor } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/icons/IconBrandWhatsapp';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import classes from './contact-links.module.css';

interface ContactLinksProps {
  readonly phone: string | null;
  readonly email: string;
  /** Style of the email link, which can be long. */
  readonly emailClassName?: string;
}

/** Keeps digits of any script, and the plus sign. */
const toDialable = (phone: string) => phone.replaceAll(/[^+\p{Nd}]/gu, '');

const international = /^\+[1-9][0-9]{6,14}$/;

/** Links that call a person, write to them on WhatsApp, or email them. WhatsApp needs a number with a country code. */
export function ContactLinks({ phone, email, emailClassName }: ContactLinksProps) {
  const number = phone === null ? '' : toDialable(phone);
  return (
    <>
      {phone === null ? null : (
        <Anchor size="sm" href={`tel:${number}`} className={classes.link}>
          <IconPhone size={16} aria-hidden />
          {phone}
        </Anchor>
      )}
      {international.test(number) ? (
        <Anchor
          size="sm"
          href={`https://wa.me/${number.slice(1)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.link}
        >
          <IconBrandWhatsapp size={16} aria-hidden />
          WhatsApp
        </Anchor>
      ) : null}
      <Anchor size="sm" href={`mailto:${email}`} className={classes.link}>
        <IconMail size={16} aria-hidden />
        <span className={emailClassName}>{email}</span>
      </Anchor>
    </>
  );
}
