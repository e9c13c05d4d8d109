import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';

/** A draft of a custom request for what was searched for; null if the buyer has described something already. */
export function draftOfSearch(draft: RequestContent | null, words: string): RequestContent | null {
  const fields = draft?.fields ?? emptyRequestFields;
  if (fields.description.trim() !== '') return null;
  const description = `I searched for “${words}” and found nothing.`;
  return { images: draft?.images ?? [], fields: { ...fields, description } };
}
