import { useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { forgetSeenInTabs } from '#api/tab-memory.ts';
import { forgetSeenAnswers, forgetSeenPictures } from '#offline/accounts/forget-seen.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote, ChoicePart, type ChoicePartProps } from '#ui/choice-part.tsx';
import { forgottenText } from './storage-facts.ts';

/** Long enough for the worker to delete many pictures on a slow phone. */
const waitMs = 5_000;

/** Deletes the searches and viewed designs saved on this device, and says what was deleted. */
export function ForgetSeen({ level }: Pick<ChoicePartProps, 'level'>) {
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function forget(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      forgetSeenInTabs();
      const answers = await forgetSeenAnswers(null);
      setSaid(forgottenText({ ...answers, pictures: await forgetSeenPictures(waitMs) }));
    } catch (error) {
      logFailure('The browsing history could not be deleted', error);
      setSaid('This couldn’t be deleted. Please try again.');
    }
    setBusy(false);
  }

  return (
    <ChoicePart title="Browsing history" level={level}>
      <p>
        Your searches, the designs you viewed last and their pictures are saved on this device. You
        can delete them; your cart, wishlist, orders and files stay.
      </p>
      <ChoiceActions>
        <Button variant="paper" aria-disabled={isBusy} onClick={() => void forget()}>
          {isBusy ? 'Deleting…' : 'Clear browsing history'}
        </Button>
      </ChoiceActions>
      <ChoiceNote isStatus>{said}</ChoiceNote>
    </ChoicePart>
  );
}
