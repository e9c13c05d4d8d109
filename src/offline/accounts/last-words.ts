import * as v from 'valibot';
import { session } from '#api/session.ts';
import { tabValue } from '#api/tab-value.ts';
import { markSchema } from '#contract/shop/delivery.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import type { ChangesDraft } from '#offline/stores/account-store.ts';

const requestSchema = v.object({
  fields: v.object({
    name: v.string(),
    email: v.string(),
    designType: v.string(),
    description: v.string(),
    subject: v.exactOptional(v.string()),
    stars: v.exactOptional(v.string()),
    keepsPhoto: v.exactOptional(v.picklist(['true', ''])),
  }),
});
const changesSchema = v.object({
  note: v.string(),
  marks: v.array(v.object({ ...markSchema.entries, text: v.string(), key: v.number() })),
  isTried: v.exactOptional(v.boolean()),
});

/**
 * What was typed last in a form, kept in this tab when its page is left: the database may not get it in time. Only the
 * account that typed it reads it. `schema` picks what can be kept: not pictures.
 */
function lastWords<T extends object>(form: string, schema: v.GenericSchema<unknown, Partial<T>>) {
  const accountId = session.getState().user?._id ?? 'visitor';
  const owned = v.object({
    accountId: v.literal(accountId),
    words: schema,
    /** What was saved before. */
    saved: v.nullable(schema),
  });
  const kept = tabValue(`last-words:${form}`, owned);
  return {
    keep: (words: T, saved: T | null): void => kept.write({ accountId, words, saved }),
    /** The saved content with them; as it is if there are none, or another page has saved something else since. */
    addTo(content: T): T {
      const found = kept.read();
      if (found === null) return content;
      const { output } = v.safeParse(schema, content);
      const isSame = found.saved === null || isEqual(found.saved, output);
      return isSame ? { ...content, ...found.words } : content;
    },
    forget: kept.forget,
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Of a custom request, or of a message or a review of something. */
export const wordsOfRequest = (about?: MessageAbout) =>
  lastWords<RequestContent>(JSON.stringify(about ?? null), requestSchema);

/** Of what a buyer wants changed in a delivered design. */
export const wordsOfChanges = (requestId: string) =>
  lastWords<ChangesDraft>(requestId, changesSchema);
