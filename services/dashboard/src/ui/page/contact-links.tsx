import { Anchor } from '@mantine/core';

interface ContactLinksProps {
  readonly phone: string | null;
  readonly email: string;
  /** Style of the email link, which can be long. */
  readonly emailClassName?: string;
}

/** Keeps digits of any script, and the plus sign. */
const toDialable = (phone: string) => phone.replaceAll(/[^+\p{Nd}]/gu, '');

/** Links that call or email a person. */
export function ContactLinks({ phone, email, emailClassName }: ContactLinksProps) {
  return (
    <>
      {phone === null ? null : (
        <Anchor size="sm" href={`tel:${toDialable(phone)}`}>
          {phone}
        </Anchor>
      )}
      <Anchor size="sm" href={`mailto:${email}`} className={emailClassName}>
        {email}
      </Anchor>
    </>
  );
}
