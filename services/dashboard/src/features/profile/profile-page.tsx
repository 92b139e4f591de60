import { Stack } from '@mantine/core';
import { PageHeader } from '../../ui/page/page-header.js';
import { ConsentsSection } from './consents-section.js';
import { EmailForm } from './email-form.js';
import { NotificationsSection } from './notifications-section.js';
import { PasswordForm } from './password-form.js';
import { SessionsSection } from './sessions-section.js';
import { TwoFactorSection } from './two-factor-section.js';

/** The person's account, which all workspaces share. */
export function ProfilePage() {
  return (
    <>
      <PageHeader
        title="Profile"
        description="Your notifications in this workspace, and your account in all workspaces"
      />
      <Stack gap="md" maw={820}>
        <NotificationsSection />
        <EmailForm />
        <PasswordForm />
        <TwoFactorSection />
        <SessionsSection />
        <ConsentsSection />
      </Stack>
    </>
  );
}
