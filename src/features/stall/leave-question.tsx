import { Button } from '#ui/button.tsx';
import OverlaySheet from '#ui/overlay-sheet.tsx';

interface LeaveQuestionProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before stall mode ends: the next screen has prices and an account. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <OverlaySheet title="Back to the shop?" place="centre" onClose={onStay}>
      <div className="stack-3">
        <p>The shop, with its prices and your account, is the next screen.</p>
        <Button onClick={onStay}>Keep showing designs</Button>
        <Button variant="quiet" onClick={onLeave}>
          Back to the shop
        </Button>
      </div>
    </OverlaySheet>
  );
}
