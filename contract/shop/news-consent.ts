import * as v from 'valibot';

/** What a buyer's wish for news from the studio has come to. It is confirmed with a link in an e-mail. */
export const newsConsents = ['none', 'asked', 'confirmed'] as const;
export type NewsConsent = (typeof newsConsents)[number];

/** Where it was asked. */
export const newsPlaces = ['sign_up', 'checkout', 'account'] as const;

/** The words beside the box that a buyer ticked; the server takes only those of `news-words.ts`. */
export const newsWordsSchema = v.pipe(v.string(), v.maxLength(200));

/** Null ends it. */
export const chooseNewsSchema = v.object({ news: v.nullable(newsWordsSchema) });

export const newsAnswerSchema = v.object({ newsConsent: v.picklist(newsConsents) });
