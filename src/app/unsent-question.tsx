import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import OverlaySheet from '#ui/overlay-sheet.tsx';
import styles from './unsent-question.module.css';

/** What happens at sign-out to changes that have not reached the shop and to notes of a stall; `stay`: cancels the sign-out. */
export type UnsentChoice = 'sent' | 'keep' | 'discard' | 'stay';

/** What the shop doesn't have: changes, and drafts, which only their owner can send. */
export interface Unsent {
  readonly changes: number;
  readonly drafts: number;
}

interface Parts {
  readonly unsent: Unsent;
  /** How many notes of a stall there are, which are never sent. */
  readonly notes: number;
  /** False if they only live as long as this page. */
  readonly isStored: boolean;
  /** Sends what it can; returns what is still unsent. */
  readonly send: () => Promise<Unsent>;
}

/** Asks in a dialog on top of everything else. */
export function askAboutUnsent(parts: Parts): Promise<UnsentChoice> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<UnsentChoice>((resolve) => {
    root.render(<UnsentQuestion {...parts} onChoice={resolve} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

interface UnsentQuestionProps extends Parts {
  readonly onChoice: (choice: UnsentChoice) => void;
}

function UnsentQuestion({ unsent: first, notes, isStored, send, onChoice }: UnsentQuestionProps) {
  const [{ changes, drafts }, setUnsent] = useState(first);
  const [step, setStep] = useState<'asking' | 'sending' | 'failed'>('asking');

  async function sendNow(): Promise<void> {
    setStep('sending');
    const left = await send();
    if (left.changes === 0 && left.drafts === 0 && notes === 0) onChoice('sent');
    setUnsent(left);
    setStep(left.changes === 0 ? 'asking' : 'failed');
  }

  const changed = counted(changes, 'change has', 'changes have');
  const begun = counted(drafts, 'draft has', 'drafts have');
  const noted = counted(notes, 'customer note is', 'customer notes are');
  return (
    <OverlaySheet title="Before you go" place="centre" onClose={() => onChoice('stay')}>
      <div className="stack-3">
        {changes > 0 && <p>{changed} not been sent yet.</p>}
        {drafts > 0 && <p>{begun} not been sent yet. Stay signed in to finish what you began.</p>}
        {notes > 0 && <p>{noted} only on this device.</p>}
        <p role="status">{step === 'failed' && 'Some changes couldn’t be sent.'}</p>
        {changes > 0 && (
          <Button aria-disabled={step === 'sending'} onClick={() => void sendNow()}>
            {step === 'sending' ? 'Sending…' : 'Send now'}
          </Button>
        )}
        <Button variant="paper" onClick={() => onChoice('keep')}>
          Keep for my next sign-in
        </Button>
        <p className={styles.note}>
          They stay {isStored ? 'on this device' : 'while this page is open'}, where nobody else can
          see them{changes > 0 && '; failed changes are kept for a week'}.
        </p>
        <Button variant="quiet" onClick={() => onChoice('discard')}>
          Discard
        </Button>
      </div>
    </OverlaySheet>
  );
}
