import { finalStates } from '#contract/shop/commission-states.ts';
import { mostThreads, type Thread, type ThreadKind } from '#contract/shop/thread.ts';
import { createQueue } from '#contract/wire/queue.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';
import type {
  AccountStore,
  ChangesDraft,
  SavedPictures,
  SavedRequests,
  SavedReviews,
  SavedThreads,
} from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';
import { saveAnswer } from './save-answer.ts';

/** The most pictures of requests that a device saves; each has less than a megabyte. */
const mostPictures = 30;

/** The most older threads that a device saves; each was opened by itself. */
const mostOlder = 20;

/** What a thread is about. */
export type ThreadAbout = Pick<MessageAbout, 'id'> & { readonly kind: ThreadKind };

export function isThreadAbout(thread: Thread, { kind, id }: ThreadAbout): boolean {
  return thread.kind === kind && thread.aboutId === id;
}

/** The custom requests that the shop has of an account, and their pictures, as saved on this device. */
export interface OwnRequests {
  /**
   * Fetches the requests and saves them; drafts about those that are over go. Joins a request in progress. Returns what it saved; null: nothing.
   * @throws ApiError
   */
  refresh(): Promise<SavedRequests | null>;
  /** The same for the messages, with those of one thread, however old it is. @throws ApiError */
  refreshThreads(about: ThreadAbout): Promise<SavedThreads | null>;
  /** The same for the account's reviews. @throws ApiError */
  refreshReviews(): Promise<SavedReviews | null>;
  /** Null: it isn't saved. */
  picture(pictureId: string): Promise<Blob | null>;
  /** @throws if the browser can't store it */
  savePicture(pictureId: string, blob: Blob): Promise<void>;
  /** What was to be changed in a request's delivered design; null: nothing is saved. */
  changesDraft(requestId: string): Promise<ChangesDraft | null>;
  /** Saves it, or with `isKept` false deletes what was saved. @throws if the browser can't store it */
  saveChangesDraft(draft: ChangesDraft, isKept: boolean): Promise<void>;
}

export function createOwnRequests(
  { request, clock }: Pick<EngineParts, 'request' | 'clock'>,
  store: AccountStore,
  isCurrent: () => boolean,
): OwnRequests {
  const inTurn = createQueue();
  let refreshing: Promise<SavedRequests | null> | null = null;
  let readingReviews: Promise<SavedReviews | null> | null = null;

  const nowText = () => new Date(clock.now()).toISOString();

  async function ask(): Promise<SavedRequests | null> {
    const askedAt = nowText();
    const { requests } = await request('ownRequests');
    if (!isCurrent()) return null;
    return saveAnswer(store, 'requests', { requests, askedAt, savedAt: nowText() });
  }

  /** Deletes the pictures and drafts that the saved requests no longer need. */
  async function tidy(saved: SavedRequests): Promise<void> {
    const [copy] = await Promise.all([store.readCopy('threads'), dropEndedDrafts(saved)]);
    const threads = copy?.threads ?? [];
    const ids = new Set(
      [
        ...saved.requests.flatMap(({ pictures, delivery }) => [
          ...pictures,
          ...(delivery?.pictures ?? []),
        ]),
        ...threads.flatMap(({ messages }) => messages.flatMap(({ pictures }) => pictures)),
      ].map(({ _id }) => _id),
    );
    await changePictures((pictures) => pictures.filter(({ id }) => ids.has(id)));
  }

  /** Which changes of reviews the shop got lately. */
  const sentReviews = async () =>
    (await store.read()).done.flatMap(({ kind, opId }) => (kind === 'review' ? opId : [])).join();

  async function askReviews(): Promise<SavedReviews | null> {
    const before = await sentReviews();
    const askedAt = nowText();
    const { reviews } = await request('ownReviews');
    if (!isCurrent()) return null;
    // The answer may be from before what was sent meanwhile.
    if ((await sentReviews()) !== before) return askReviews();
    return saveAnswer(store, 'reviews', { reviews, askedAt, savedAt: nowText() });
  }

  async function savedPictures(): Promise<SavedPictures['pictures']> {
    return (await store.readCopy('requestPictures'))?.pictures ?? [];
  }

  function changePictures(
    rule: (pictures: SavedPictures['pictures']) => SavedPictures['pictures'],
  ): Promise<void> {
    return inTurn(async () => {
      const before = await savedPictures();
      const pictures = rule(before).slice(0, mostPictures);
      const isSame =
        pictures.length === before.length && pictures.every((p, at) => p === before[at]);
      if (!isSame && isCurrent()) await store.saveCopy('requestPictures', { pictures });
    });
  }

  /** Saves the newest threads and an older one, and keeps those that were opened before. */
  function saveThreads(
    newest: readonly Thread[],
    opened: readonly Thread[],
    askedAt: string,
  ): Promise<SavedThreads | null> {
    return inTurn(async () => {
      const before = (await store.readCopy('threads'))?.threads ?? [];
      const known = [...newest, ...opened];
      const isKnown = (thread: Thread) =>
        known.some(({ kind, aboutId: id }) => isThreadAbout(thread, { kind, id }));
      // The list is complete unless it is full.
      const others = newest.length < mostThreads ? [] : before.filter((thread) => !isKnown(thread));
      const threads = [...known, ...others].slice(0, mostThreads + mostOlder);
      if (!isCurrent()) return null;
      return saveAnswer(store, 'threads', { threads, askedAt, savedAt: nowText() });
    });
  }

  async function savedDrafts(): Promise<readonly ChangesDraft[]> {
    return (await store.readCopy('changesDrafts'))?.drafts ?? [];
  }

  function changeDrafts(
    rule: (drafts: readonly ChangesDraft[]) => readonly ChangesDraft[],
  ): Promise<void> {
    return inTurn(async () => {
      const before = await savedDrafts();
      const drafts = rule(before);
      if (drafts !== before && isCurrent()) await store.saveCopy('changesDrafts', { drafts });
    });
  }

  /** Deletes the drafts that can't be shown or sent any more: nothing is delivered to their requests again. */
  function dropEndedDrafts({ requests }: SavedRequests): Promise<void> {
    const going = requests.filter(({ state }) => !finalStates.includes(state));
    const ids = new Set(going.map(({ _id }) => _id));
    const isGoing = ({ requestId }: ChangesDraft) => ids.has(requestId);
    return changeDrafts((drafts) => (drafts.every(isGoing) ? drafts : drafts.filter(isGoing)));
  }

  return {
    async refresh() {
      // What is asked while it tidies may be answered differently, so only the answer is shared.
      refreshing ??= ask().finally(() => {
        refreshing = null;
      });
      const saved = await refreshing;
      // What isn't tidied now is after the next answer.
      if (saved) await tidy(saved).catch(() => {});
      return saved;
    },
    async refreshThreads(about) {
      const askedAt = nowText();
      const { threads } = await request('ownThreads');
      const saved = await saveThreads(threads, [], askedAt);
      const isListed = threads.some((thread) => isThreadAbout(thread, about));
      if (isListed || threads.length < mostThreads) return saved;
      const opened = await request('ownThread', { params: about, query: {} });
      return saveThreads(threads, [opened], askedAt);
    },
    refreshReviews() {
      readingReviews ??= askReviews().finally(() => {
        readingReviews = null;
      });
      return readingReviews;
    },
    picture: async (pictureId) =>
      (await savedPictures()).find(({ id }) => id === pictureId)?.blob ?? null,
    savePicture: (id, blob) =>
      changePictures((pictures) => [{ id, blob }, ...pictures.filter((other) => other.id !== id)]),
    changesDraft: (id) =>
      inTurn(async () => (await savedDrafts()).find(({ requestId }) => requestId === id) ?? null),
    saveChangesDraft: (draft, isKept) =>
      changeDrafts((drafts) => {
        const others = drafts.filter(({ requestId }) => requestId !== draft.requestId);
        return isKept ? [draft, ...others] : others;
      }),
  };
}
