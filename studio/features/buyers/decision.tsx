import { useState } from 'react';
import { type Buyer, buyerCalls, reasonMax, rejectionFormSchema } from '#contract/studio/buyers.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import form from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';
import { nameOf } from './buyer-words.tsx';

interface DecisionProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
  /** Called when somebody else has decided differently meanwhile. */
  readonly onStale: () => Promise<Buyer | null>;
}

/** Approves a buyer, or rejects with a reason; whoever decides second sees the first decision. */
export function Decision({ buyer, onChanged, onStale }: DecisionProps) {
  const [isSending, begin] = useBusy('The shop can’t be reached. Nothing was changed.', onStale);
  const [isRejecting, setRejecting] = useState(false);

  function tell(answer: { readonly isChanged: boolean; readonly buyer: Buyer }): void {
    onChanged(answer.buyer);
    const { status, decision } = answer.buyer;
    if (answer.isChanged) toast.success(`${nameOf(buyer)} is ${status} and has been e-mailed.`);
    else toast.blank(`${decision?.actor ?? 'Someone'} already ${status} this account.`);
  }

  const approve = () =>
    begin(async () => {
      const body = { status: 'approved', from: buyer.status } as const;
      tell(await request(buyerCalls.decideBuyer, { params: { buyerId: buyer.id }, body }));
    });

  return (
    <>
      {buyer.status !== 'approved' && (
        <Button aria-disabled={isSending} aria-busy={isSending} onClick={() => void approve()}>
          Approve
        </Button>
      )}
      {buyer.status !== 'rejected' && (
        <Button variant="paper" onClick={() => setRejecting(true)}>
          Reject…
        </Button>
      )}
      {isRejecting && (
        <Rejection
          buyer={buyer}
          onDone={(answer) => {
            setRejecting(false);
            tell(answer);
          }}
          onStale={onStale}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

interface RejectionProps extends Pick<DecisionProps, 'buyer' | 'onStale'> {
  readonly onDone: (answer: { readonly isChanged: boolean; readonly buyer: Buyer }) => void;
  readonly onClose: () => void;
}

function Rejection({ buyer, onDone, onStale, onClose }: RejectionProps) {
  /** What was shown when it was asked for, or when the shop told that it is another. */
  const [from, setFrom] = useState(buyer.status);
  const rejection = useForm({
    schema: rejectionFormSchema,
    initial: { reason: '' },
    async send({ reason }) {
      try {
        const body = { status: 'rejected', from, reason } as const;
        onDone(await request(buyerCalls.decideBuyer, { params: { buyerId: buyer.id }, body }));
      } catch (error) {
        toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
        const newer = await onStale();
        if (newer) setFrom(newer.status);
        throw error;
      }
    },
  });
  return (
    <FormModal title={`Reject ${nameOf(buyer)}`} isDirty={rejection.isDirty} onClose={onClose}>
      <form className={form.form} onSubmit={rejection.submit} noValidate>
        <p>
          The account is signed out everywhere and its unpaid orders are cancelled. Your text is
          sent to {buyer.email}.
        </p>
        <TextArea
          label="Reason"
          required
          rows={4}
          maxLength={reasonMax}
          {...rejection.field('reason')}
        />
        <div className="line-3">
          <Button {...rejection.button}>{rejection.isSending ? 'Rejecting…' : 'Reject'}</Button>
        </div>
      </form>
    </FormModal>
  );
}
