import { useState } from 'react';
import { type CommissionState, mayMove } from '#contract/shop/commission-states.ts';
import {
  type CommissionDetails,
  commissionCalls,
  type PlainMove,
  plainMoves,
} from '#contract/studio/commissions.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import type { LetterPartProps } from './letter-part.ts';
import { MoveDialog, type MoveWords } from './move-dialog.tsx';

/** Each move's button; those with a note ask for it first. */
const words: Readonly<Record<PlainMove, { readonly button: string; readonly note?: MoveWords }>> = {
  draw: { button: 'Start drawing' },
  deliver: {
    button: 'Deliver…',
    note: { title: 'Deliver this design?', hint: 'Such as what you changed.', action: 'Deliver' },
  },
  accept: {
    button: 'Accepted by mail…',
    note: {
      title: 'Has the buyer accepted it?',
      hint: 'The buyer gets the files, and it can’t be undone.',
      action: 'Accept for the buyer',
    },
  },
  askForChanges: {
    button: 'Changes wanted by mail…',
    note: {
      title: 'What does the buyer want changed?',
      hint: 'It counts as a round of changes.',
      action: 'Record the changes',
    },
  },
  decline: {
    button: 'Decline…',
    note: { title: 'Decline this request?', hint: 'Such as the reason.', action: 'Decline' },
  },
  close: { button: 'Close' },
  reopen: { button: 'Reopen' },
};

/** What the studio does next, by the request's state. */
const nextStep: Readonly<Record<CommissionState, string>> = {
  received: 'Send a quote, or answer by mail.',
  quoted: 'The buyer can accept the quote and pay.',
  paid: 'It is paid. Start drawing.',
  drawing: 'Deliver the design when it is ready.',
  delivered: 'The buyer looks at the design.',
  changes_wanted: 'The buyer wants changes. Start drawing them.',
  accepted: 'The buyer has accepted the design.',
  declined: 'You have declined this request.',
  expired: 'The quote wasn’t accepted in time. You can send another.',
  withdrawn: 'The buyer has withdrawn this request.',
  refunded: 'The payment was refunded.',
  closed: 'This request is closed.',
};

function textOf({ wants, state, status, design, restDue }: CommissionDetails): string {
  if (state === 'received' && status === 'answered') return 'You have answered. The buyer’s turn.';
  if (state === 'accepted' && wants === 'yearly_licence') {
    return 'It is paid, and recorded on the buyer’s page. To end it, refund its order.';
  }
  if (state === 'accepted' && restDue !== null) {
    return `The buyer has accepted the design, but gets the files only once the rest is paid: ${formatUsd(restDue)}.`;
  }
  if (design?.isChanged) return 'You changed the design after you delivered it. Deliver it again.';
  return nextStep[state];
}

const failed = 'The shop can’t be reached. Nothing was changed.';

const isMain = (move: PlainMove) => move === 'draw' || move === 'deliver';

interface Asked {
  readonly move: PlainMove;
  readonly from: CommissionState;
}

/** What the studio does next with a request, and the moves that its state allows. */
export function RequestMoves({ letter, onChanged, onStale }: LetterPartProps) {
  const { _id: id, state, status } = letter;
  const isChanged = letter.design?.isChanged === true;
  const [isBusy, begin] = useBusy(failed, onStale);
  /** The move that is asked about, in the state that was shown then. */
  const [asked, setAsked] = useState<Asked | null>(null);
  const moves = plainMoves.filter(
    (move) =>
      mayMove(state, move, 'studio') &&
      (move !== 'deliver' || state === 'drawing' || isChanged) &&
      !(move === 'accept' && isChanged),
  );
  const busy = { 'aria-disabled': isBusy, 'aria-busy': isBusy };

  const note = asked !== null && words[asked.move].note;
  const close = () => setAsked(null);

  async function make(move: PlainMove, from = state, note = ''): Promise<CommissionDetails> {
    const answer = await request(commissionCalls.moveRequest, {
      params: { id },
      body: { move, from, note },
    });
    onChanged(answer);
    return answer;
  }

  async function answer(question: Asked, note: string): Promise<CommissionDetails> {
    try {
      return await make(question.move, question.from, note);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        const newer = await onStale();
        if (newer) setAsked({ ...question, from: newer.state });
      }
      throw error;
    }
  }

  async function remind(): Promise<void> {
    onChanged(await request(commissionCalls.remindOfRest, { params: { id } }));
    toast.success('The reminder is on its way.');
  }

  async function pass(): Promise<void> {
    const to = status === 'open' ? 'answered' : 'open';
    onChanged(await request(commissionCalls.passRequest, { params: { id }, body: { status: to } }));
  }

  return (
    <Card title="What’s next" text={textOf(letter)}>
      <div className="line-3">
        {state === 'received' && (
          <Button variant="paper" {...busy} onClick={() => void begin(pass)}>
            {status === 'open' ? 'I answered by mail' : 'It waits for us again'}
          </Button>
        )}
        {state === 'accepted' && letter.restDue !== null && (
          <Button {...busy} onClick={() => void begin(remind)}>
            Remind the buyer to pay
          </Button>
        )}
        {moves.map((move) => (
          <Button
            key={move}
            variant={isMain(move) ? 'primary' : 'quiet'}
            {...busy}
            onClick={() =>
              words[move].note ? setAsked({ move, from: state }) : void begin(() => make(move))
            }
          >
            {words[move].button}
          </Button>
        ))}
      </div>
      <p className="note">
        Pictures are deleted a month after a request is closed, the rest a year after it was
        received.
      </p>
      {asked !== null && note && (
        <MoveDialog words={note} onMove={(text) => answer(asked, text)} onClose={close} />
      )}
    </Card>
  );
}
