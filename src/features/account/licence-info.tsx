import { useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import {
  businessAnswer,
  type licenseTypes,
  type User,
  updateLicenceSchema,
} from '#contract/shop/account.ts';
import { Button } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { LicenceFields } from './account-fields.tsx';
import styles from './account-form.module.css';
import { AccountPart, Fact, Facts, PartActions } from './account-part.tsx';
import { licenceFacts } from './licence-facts.ts';

const notSet = 'Not set';

interface LicenceFormProps {
  readonly user: Partial<User>;
  readonly onDone: () => void;
}

function LicenceForm({ user, onDone }: LicenceFormProps) {
  const form = useForm({
    schema: updateLicenceSchema,
    initial: {
      licenseType: user.licenseType ?? '',
      businessVerificationLink: user.businessVerificationLink ?? '',
    },
    failed: messages.profile.failed,
    async send(values) {
      // The form can't be submitted before both are set.
      const licenseType = values.licenseType as (typeof licenseTypes)[number];
      const businessVerificationLink = values.businessVerificationLink.trim();
      const body = { licenseType, businessVerificationLink };
      await shopClient.request('updateLicence', { body });
      toast.success(messages.profile.licenceDone);
      onDone();
      const answer = businessAnswer(businessVerificationLink);
      changeUser({ licenseType, businessVerificationLink: answer });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LicenceFields field={form.field} />
      <p className="note">Designs you’ve bought keep their licence.</p>
      <Button {...form.button} isWide>
        {form.isSending ? 'Updating…' : 'Update'}
      </Button>
    </form>
  );
}

/** Shows licence type and business link, with a modal to edit them. */
export function LicenceInfo({ user }: { readonly user: Partial<User> }) {
  const [isOpen, setIsOpen] = useState(false);
  const { type, link, href } = licenceFacts(user);
  return (
    <AccountPart title="License information" paper="sunshine">
      <Facts>
        <Fact term="License type">{type || notSet}</Fact>
        <Fact term="Business verification link">
          {href === null ? (
            link || notSet
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              {link}
            </a>
          )}
        </Fact>
      </Facts>
      <PartActions>
        <OverlayButton variant="paper" onClick={() => setIsOpen(true)}>
          Edit License Information
        </OverlayButton>
      </PartActions>
      <Modal isOpen={isOpen} title="License information" onClose={() => setIsOpen(false)}>
        <LicenceForm user={user} onDone={() => setIsOpen(false)} />
      </Modal>
    </AccountPart>
  );
}
