import { session } from '#api/session.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { wordsOfRequest } from '#offline/accounts/last-words.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import { type Draft, type DraftStore, useSavedDraft } from '#ui/use-saved-draft.ts';

/** Begins with the name and the e-mail of the account. */
function newDraft(): RequestContent {
  const { user } = session.getState();
  if (!user) return { fields: emptyRequestFields, images: [] };
  const { firstName, lastName, email } = user;
  return { fields: { ...emptyRequestFields, name: `${firstName} ${lastName}`, email }, images: [] };
}

/** Whether anything was typed or chosen. */
function isBegun({ fields, images }: RequestContent): boolean {
  return images.length > 0 || Object.values(fields).some((text) => text !== '');
}

function openDraft(): DraftStore<RequestContent> {
  const requests = device().customRequests();
  return {
    async read() {
      const found = await requests.then((opened) => opened.draft()).catch(() => null);
      return found && isBegun(found) ? found : newDraft();
    },
    write: async (content) => (await requests).write(content),
    lastWords: wordsOfRequest(),
  };
}

/** The custom request being written. */
export function useDraft(): Draft<RequestContent> {
  return useSavedDraft(openDraft);
}
