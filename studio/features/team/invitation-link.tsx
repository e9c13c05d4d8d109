import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import styles from '../../ui/form.module.css';

/** A link that was just sent, and to whom. */
export interface Invited {
  readonly email: string;
  readonly link: string;
}

interface InvitationLinkProps {
  readonly invited: Invited;
  readonly onClose: () => void;
}

/** The link of an invitation to copy, in case the e-mail doesn't arrive. It isn't shown again. */
export function InvitationLink({ invited: { email, link }, onClose }: InvitationLinkProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      toast.success('Copied');
    } catch {
      toast.error('The link couldn’t be copied. Please select and copy it.');
    }
  }

  return (
    <Modal title="Invitation sent" isOpen onClose={onClose}>
      <div className={styles.form}>
        <p>
          We’re e-mailing a link to {email}. It works once, for 72 hours. In case the e-mail doesn’t
          arrive, pass on the link yourself; anyone who has it can take the account.
        </p>
        <TextField
          label="Link"
          value={link}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className="line-3">
          <Button variant="paper" onClick={() => void copy()}>
            Copy link
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}
