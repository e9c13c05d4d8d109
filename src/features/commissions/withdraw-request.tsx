import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { useBusy } from '#ui/use-busy.ts';
import type { ShownRequest } from './request-access.ts';

/** Withdraws a request after a question. If it has moved on meanwhile, the shop says where it is. */
export function WithdrawRequest({ access: { withdraw, refresh } }: ShownRequest) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, begin] = useBusy(
    'Your request couldn’t be withdrawn. Please try again when you’re connected.',
    refresh,
  );
  const close = () => setAsked(false);
  return (
    <div>
      <OverlayButton variant="quiet" onClick={() => setAsked(true)}>
        Withdraw this request
      </OverlayButton>
      <Modal isOpen={isAsked} title="Withdraw this request?" onClose={close}>
        <div className="stack-4">
          <p>The studio stops working on it. This can’t be undone, but you can send a new one.</p>
          <div className="row-3">
            <Button
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void begin(() => withdraw().then(refresh)).finally(close)}
            >
              {isBusy ? 'Withdrawing…' : 'Withdraw'}
            </Button>
            <Button variant="paper" onClick={close}>
              Keep it
            </Button>
          </div>
        </div>
      </Modal>
    </div>
  );
}
