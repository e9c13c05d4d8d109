import { messages } from '#contract/messages/messages.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';

/** How a failed request is reported. */
export interface RequestFailure {
  readonly text: string;
  /** Shown at the fields that were refused. */
  readonly fields: Readonly<Record<string, string>>;
  /** False if the shop did answer, just without data. */
  readonly isThrown: boolean;
}

/** Describes the error that sending a custom request threw (E08, E09). */
export function requestFailure(error: unknown): RequestFailure {
  if (!(error instanceof ApiError)) {
    return { text: messages.custom.failed, fields: {}, isThrown: true };
  }
  if (error.status === 'PARSING_ERROR') {
    return { text: messages.custom.noData, fields: {}, isThrown: false };
  }
  const text = messageOf(error, messages.custom.failed);
  const fields = error.code === 'TOO_LARGE' ? { [referenceImagesField]: text } : error.fields;
  return { text, fields, isThrown: true };
}
