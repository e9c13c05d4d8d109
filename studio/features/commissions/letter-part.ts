import type { CommissionDetails } from '#contract/studio/commissions.ts';

/** What each part of a request's screen gets. */
export interface LetterPartProps {
  readonly letter: CommissionDetails;
  readonly onChanged: (letter: CommissionDetails) => void;
  /** Somebody else changed it meanwhile. */
  readonly onStale: () => void;
}
