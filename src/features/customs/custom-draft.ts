import { onAccountLeft } from '#api/left-accounts.ts';
import type { designTypes } from '#contract/custom-request.ts';

export interface CustomDraft {
  readonly name: string;
  readonly email: string;
  /** Empty: nothing chosen yet. */
  readonly designType: (typeof designTypes)[number] | '';
  readonly description: string;
  readonly referenceImages: readonly File[];
}

export const emptyDraft: CustomDraft = {
  name: '',
  email: '',
  designType: '',
  description: '',
  referenceImages: [],
};

interface Kept {
  readonly draft: CustomDraft;
  /** Under which it was sent last, so that the same request sent again is one; null once it changed. */
  readonly key: string | null;
}

const nothing: Kept = { draft: emptyDraft, key: null };
let kept = nothing;

/** What was typed, for as long as page and account stay: closing the window loses nothing. */
export const keptDraft = {
  read: (): CustomDraft => kept.draft,
  write(draft: CustomDraft): void {
    if (draft !== kept.draft) kept = { draft, key: null };
  },
  /** The key to send it under. */
  key(): string {
    const key = kept.key ?? crypto.randomUUID();
    kept = { ...kept, key };
    return key;
  },
  forget(): void {
    kept = nothing;
  },
};

// It is not for whoever signs in next.
onAccountLeft(keptDraft.forget);
