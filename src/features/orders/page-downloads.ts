import { onAccountLeft } from '#api/left-accounts.ts';
import { isShopReached } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { openDraft } from '#offline/files/file-draft.ts';
import { placeOfFile } from '#offline/files/file-keeping.ts';
import { withFileLock } from '#offline/files/file-lock.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { createAskForFile } from './ask-for-file.ts';
import { deliverFile, pagePlatform } from './deliver-file.ts';
import { createDownloads, type Downloads } from './downloads.ts';

const askForFile = createAskForFile(systemClock);

export const downloads: Downloads = createDownloads({
  accountId: () => session.getState().user?._id ?? null,
  openDraft: async (accountId, key) => openDraft(await placeOfFile(accountId, key), accountId, key),
  ask(link, headers, signal) {
    const token = session.getState().accessToken;
    const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
    return askForFile(
      link,
      (more, until) =>
        fetch(link, {
          headers: { ...headers, ...authorization, ...more },
          // Keeps bought files out of the browser's cache, because signing out doesn't clear it.
          cache: 'no-store',
          signal: until,
        }),
      signal,
    );
  },
  isReached: isShopReached,
  lock: withFileLock,
  deliverFile: (blob, fileName) => deliverFile(pagePlatform(), blob, fileName),
  clock: systemClock,
});

onAccountLeft(downloads.leave);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') downloads.look();
});
