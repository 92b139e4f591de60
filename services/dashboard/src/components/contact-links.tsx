import { Anchor } from '@mantine/core';

interface ContactLinksProps {
  readonly phone: string | null;
  readonly email: string;
  /** Of the email address, which may be long. */
  readonly emailClassName?: string;
}

/** The number as telephones take it, in whatever digits it was written. */
const toDialled = (phone: string) => phone.replaceAll(/[^+\p{Nd}]/gu, '');

/** Rings or writes to somebody. */
export function ContactLinks({ phone, email, emailClassName }: ContactLinksProps) {
  return (
    <>
      {phone === null ? null : (
        <Anchor size="sm" href={`tel:${toDialled(phone)}`}>
          {phone}
        </Anchor>
      )}
      <Anchor size="sm" href={`mailto:${email}`} className={emailClassName}>
        {email}
      </Anchor>
    </>
  );
}
