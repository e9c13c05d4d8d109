import { useState } from 'react';
import { fewRecoveryCodes } from '#contract/studio/account.ts';
import { ownAccountCalls, proofSchema } from '#contract/studio/own-account.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { ProofFields } from '../../ui/proof-fields.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';

/** How many recovery codes are left, and how to make new ones. */
export function RecoveryCodesCard() {
  const user = studioSession((state) => state.user);
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!user) return null;
  const left = user.recoveryCodesLeft;
  return (
    <Card
      title="Recovery codes"
      text="Each one signs you in once, if you lose your phone, and confirms a new password."
    >
      <p className={left <= fewRecoveryCodes ? styles.notice : undefined}>
        {counted(left, 'code is', 'codes are')} left.
      </p>
      <div className="line-3">
        <Button variant="paper" onClick={() => setAsking(true)}>
          Make new codes…
        </Button>
      </div>
      <Modal title="Make new recovery codes" isOpen={isAsking} onClose={() => setAsking(false)}>
        <RenewForm
          onMade={(made) => {
            setAsking(false);
            setCodes(made);
            studioSession.getState().open({ ...user, recoveryCodesLeft: made.length });
          }}
        />
      </Modal>
      {/* Only its own button closes it, because the codes can't be shown again. */}
      <Modal title="Your new recovery codes" isOpen={codes !== null} onClose={() => {}}>
        <RecoveryCodes
          codes={codes ?? []}
          email={user.email}
          done="Done"
          onDone={() => setCodes(null)}
        />
      </Modal>
    </Card>
  );
}

function RenewForm({ onMade }: { readonly onMade: (codes: readonly string[]) => void }) {
  const form = useForm({
    schema: proofSchema,
    initial: { password: '', code: '' },
    failed: 'The shop can’t be reached. Please try again.',
    async send(body) {
      onMade((await request(ownAccountCalls.renewRecoveryCodes, { body })).recoveryCodes);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <p>The codes you have now stop working.</p>
      <ProofFields field={form.field} />
      <div className="line-3">
        <Button {...form.button}>{form.isSending ? 'One moment…' : 'Make new codes'}</Button>
      </div>
    </form>
  );
}
