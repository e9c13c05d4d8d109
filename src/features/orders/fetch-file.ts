import { messages } from '#contract/messages/messages.ts';
import type { FileDraft } from '#offline/files/file-draft.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { delayOf, type FileBody, readFileAnswer } from './file-answer.ts';
import { wait } from './wait.ts';
import { draftDigest } from './zip-digest.ts';

export interface FetchProgress {
  readonly reached: number;
  /** Null: not known. */
  readonly total: number | null;
  /** `network`: the connection broke, a retry follows shortly; `shop`: it prepares the file first. */
  readonly waitsFor: 'network' | 'shop' | null;
}

export interface FetchFileParts {
  readonly name: string;
  readonly draft: FileDraft;
  /** Requests the file with the owner's session. @throws if there is no answer */
  readonly ask: (
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<Response>;
  readonly clock: Clock;
  readonly onProgress: (progress: FetchProgress) => void;
}

/** A file couldn't be downloaded; the part that arrived stays in its draft. The message is for the buyer. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  /** Retrying may not help: the buyer should contact the studio. */
  readonly isForStudio: boolean;

  constructor(message: string, { isForStudio = false } = {}) {
    super(message);
    this.isForStudio = isForStudio;
  }
}

/** A connection that is silent for this long is given up. */
export const silenceMs = 30_000;
/** Delays between retries after the connection breaks, as long as no retry brings any bytes. */
const retryMs = [500, 1000, 2000, 4000, 8000] as const;
/** Bytes are written after this many or after this long, so a page that crashes loses no more. */
const run = { bytes: 512 * 1024, ms: 3000 };
/** A file that changes more often while it is downloaded is left for later. */
const maxChanges = 5;
/** How long to wait for a shop that asks to come back. */
const maxWaitedMs = 15 * 60_000;

/**
 * How an attempt ended: the connection broke after bytes had arrived, or before; the body ended; there is nothing after
 * the bytes that are here; the shop asks to come back later; the file has changed; or what arrived doesn't match its digest.
 */
type Outcome =
  | { readonly kind: 'grown' }
  | { readonly kind: 'nothing'; readonly failure: DownloadFailed }
  | { readonly kind: 'later'; readonly failure: DownloadFailed; readonly ms: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'past-end' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged' };

/**
 * Completes a draft and verifies it: resumes from the last byte, however often the connection breaks. Starts
 * over if the file changed, and once if it doesn't match its digest.
 * @throws DownloadFailed, or the reason of `signal`
 */
export async function fetchFile(parts: FetchFileParts, signal: AbortSignal): Promise<void> {
  const { draft, clock, onProgress } = parts;
  const times = { changed: 0, damaged: 0 };
  let hasGrown = false;
  let vain = 0;
  let waited = 0;
  for (;;) {
    const outcome = await step(parts, signal);
    if (outcome.kind === 'whole') return;
    if (outcome.kind === 'changed' || outcome.kind === 'damaged') {
      await draft.remove();
      times[outcome.kind] += 1;
      if (times.changed > maxChanges) throw unreached();
      if (times.damaged > 1) throw damaged(parts.name);
      continue;
    }
    if (outcome.kind === 'later') {
      waited += outcome.ms;
      if (waited > maxWaitedMs) {
        throw new DownloadFailed(outcome.failure.message, { isForStudio: true });
      }
      onProgress({ ...progressOf(draft), waitsFor: 'shop' });
      await wait(clock, outcome.ms, signal);
      continue;
    }
    if (outcome.kind === 'grown') {
      hasGrown = true;
      vain = 0;
      if (isWhole(draft)) continue;
    }
    const delay = hasGrown ? retryMs[vain] : undefined;
    if (delay === undefined) {
      throw outcome.kind === 'nothing' ? outcome.failure : unreached();
    }
    if (outcome.kind === 'nothing') vain += 1;
    onProgress({ ...progressOf(draft), waitsFor: 'network' });
    await wait(clock, delay, signal);
  }
}

export function progressOf(draft: FileDraft): Omit<FetchProgress, 'waitsFor'> {
  return { reached: draft.reached(), total: draft.state()?.total ?? null };
}

/** Whether all bytes, or more, are here. */
function isWhole(draft: FileDraft): boolean {
  const total = draft.state()?.total ?? null;
  return total !== null && draft.reached() >= total;
}

async function step(
  parts: FetchFileParts,
  signal: AbortSignal,
): Promise<Exclude<Outcome, { kind: 'ended' | 'past-end' }> | { readonly kind: 'whole' }> {
  const { draft, clock } = parts;
  signal.throwIfAborted();
  const state = draft.state();
  const before = draft.reached();
  // If the length is unknown, only an earlier verification shows that the file is complete.
  const isHere = state?.total === null ? state.checkedAt !== null : isWhole(draft);
  if (!isHere) {
    const outcome = await fetchRest(parts, signal);
    if (outcome.kind !== 'ended' && outcome.kind !== 'past-end') return outcome;
    const isCut = progressOf(draft).total !== null && !isWhole(draft);
    if (isCut && outcome.kind === 'ended') return outcomeOfBreak(draft, before);
  }
  // Verified every time: a file stored for months may have been damaged.
  if ((await draftDigest(draft, signal)) === draft.state()?.sha256) {
    await draft.note({ checkedAt: clock.now() });
    return { kind: 'whole' };
  }
  // A body without a length can be cut in a way that looks like its end: the shop knows whether more follows.
  const isUnsure = progressOf(draft).total === null && draft.reached() > before;
  return { kind: isUnsure ? 'grown' : 'damaged' };
}

function outcomeOfBreak(draft: FileDraft, before: number) {
  return draft.reached() > before
    ? ({ kind: 'grown' } as const)
    : ({ kind: 'nothing', failure: unreached() } as const);
}

/** Requests the missing bytes and appends what arrives. */
async function fetchRest(parts: FetchFileParts, signal: AbortSignal): Promise<Outcome> {
  const { draft } = parts;
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', stop);
  const silence = watchSilence(parts.clock, () => attempt.abort());
  const before = draft.reached();
  try {
    // From the first byte on: proxies compress no part, and its answer says how long the file is. Without If-Range: proxies
    // and the bucket change ETags, and the answer's digest shows whether it is the same file.
    const response = await parts.ask({ Range: `bytes=${before}-` }, attempt.signal);
    const answer = readFileAnswer(response.status, response.headers, response.url);
    if (answer.kind === 'past-end') return answer;
    if (answer.kind === 'refused') throw await failureOf(response);
    if (answer.kind === 'none' || !response.body) {
      const failure = await failureOf(response);
      attempt.abort();
      const ms = delayOf(response);
      return ms === null ? { kind: 'nothing', failure } : { kind: 'later', failure, ms };
    }
    if (before > 0 && draft.state()?.sha256 !== answer.sha256) {
      attempt.abort();
      return { kind: 'changed' };
    }
    if (answer.at > before) {
      attempt.abort();
      return { kind: 'nothing', failure: unreached() };
    }
    if (before === 0) await draft.start({ ...factsOf(answer), name: answer.name ?? parts.name });
    else if (answer.total !== null) await draft.note({ total: answer.total });
    await takeIn(parts, response.body, before - answer.at, silence.reset);
    return { kind: 'ended' };
  } catch (error) {
    signal.throwIfAborted();
    if (!isBrokenConnection(error)) {
      attempt.abort();
      throw error;
    }
  } finally {
    silence.end();
    signal.removeEventListener('abort', stop);
  }
  return outcomeOfBreak(draft, before);
}

function factsOf({ mediaType, total, sha256, isOfZip }: FileBody) {
  return { mediaType, total, sha256, isOfZip };
}

/** Appends the body's bytes after the first `skip` in batches; also saves what arrived before a break. */
async function takeIn(
  { draft, clock, onProgress }: FetchFileParts,
  body: ReadableStream<Uint8Array>,
  skip: number,
  onBytes: () => void,
): Promise<void> {
  const { total } = progressOf(draft);
  const start = draft.reached();
  let toSkip = skip;
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bufferedBytes = 0;
  let runSince = clock.now();

  async function write(): Promise<void> {
    if (bufferedBytes === 0) return;
    const bytes = new Blob(buffered);
    buffered = [];
    bufferedBytes = 0;
    runSince = clock.now();
    await draft.append(bytes);
  }

  try {
    let reached = start;
    for await (const chunk of chunksOf(body)) {
      onBytes();
      const fresh = chunk.subarray(Math.min(toSkip, chunk.length));
      toSkip -= chunk.length - fresh.length;
      if (fresh.length === 0) continue;
      buffered.push(fresh as Uint8Array<ArrayBuffer>);
      bufferedBytes += fresh.length;
      reached += fresh.length;
      onProgress({ reached, total, waitsFor: null });
      if (bufferedBytes >= run.bytes || clock.now() - runSince >= run.ms) await write();
    }
  } finally {
    await write();
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** When the connection breaks, fetch and its body fail with a TypeError; when it is silent, with our own abort. */
function isBrokenConnection(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')
  );
}

const damaged = (name: string) =>
  new DownloadFailed(`${name} ${messages.downloads.damaged}`, { isForStudio: true });

const unreached = () => new DownloadFailed(messages.downloads.unreached);

/** The error for an answer without the file, in the shop's own words if the answer is the shop's. */
async function failureOf(response: Response): Promise<DownloadFailed> {
  const { status } = response;
  if (status === 401) return new DownloadFailed(messages.downloads.signedOut);
  const reason = await reasonOf(response);
  const isBroken = status >= 500;
  const isFinal = reason !== '' && status < 500 && status !== 429;
  const isUnmade = isBroken && status !== 503;
  return new DownloadFailed(
    reason || (isBroken ? messages.downloads.broken : messages.downloads.foreign),
    { isForStudio: isFinal || isUnmade },
  );
}

/** The message of the shop's answer; empty if the answer isn't the shop's. */
async function reasonOf(response: Response): Promise<string> {
  if (!response.headers.get('Content-Type')?.includes('json')) return '';
  try {
    const { message } = (await response.json()) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

function watchSilence(clock: Clock, onSilence: () => void) {
  let stop = clock.after(silenceMs, onSilence);
  return {
    reset() {
      stop();
      stop = clock.after(silenceMs, onSilence);
    },
    end: () => stop(),
  };
}
