import type { CommissionDetails } from '#contract/studio/commissions.ts';

/** What each part of a request's screen gets. */
export interface LetterPartProps {
  readonly letter: CommissionDetails;
  readonly onChanged: (letter: CommissionDetails) => void;
  /** Reloads what somebody else changed meanwhile. Returns null if that failed. */
  readonly onStale: () => Promise<CommissionDetails | null>;
}
