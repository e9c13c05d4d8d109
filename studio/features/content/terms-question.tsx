import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import form from '../../ui/form.module.css';

interface TermsQuestionProps {
  readonly isOpen: boolean;
  /** Null: publish nothing. */
  readonly onAnswer: (isCorrection: boolean | null) => void;
}

/** Asks before new terms are published whether buyers must accept them again. */
export function TermsQuestion({ isOpen, onAnswer }: TermsQuestionProps) {
  return (
    <Modal
      title="Must buyers accept the terms again?"
      isOpen={isOpen}
      onClose={() => onAnswer(null)}
    >
      <div className={form.form}>
        <p>
          If you changed what applies, buyers accept the new version at their next checkout. Earlier
          orders keep the version they were made under, which stays readable.
        </p>
        <p>If you only corrected the wording, the version stays the same.</p>
        <div className="line-3">
          <Button onClick={() => onAnswer(false)}>Publish as a new version</Button>
          <Button variant="paper" onClick={() => onAnswer(true)}>
            Publish as a correction
          </Button>
          <Button variant="quiet" onClick={() => onAnswer(null)}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  );
}
