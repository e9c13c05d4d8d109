import { create } from 'zustand';
import {
  endsUpload,
  fileCalls,
  type UploadKind,
  uploadOffsetHeader,
} from '#contract/studio/files.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import { announce } from '#ui/announcer.tsx';
import { request } from '../../../api/studio-client.ts';
import { studioSession } from '../../../api/studio-session.ts';
import { partLimit } from './part-limit.ts';
import { refusalBeforeUpload } from './refusal-before-upload.ts';
import {
  FileGone,
  largestPart,
  type SendProgress,
  sendFile,
  type UploadCalls,
} from './send-file.ts';

/** What a file is uploaded for. */
export interface UploadPlace {
  readonly designId: string;
  readonly kind: UploadKind;
  /** Id of the file that it is a new version of. */
  readonly replaces: string | null;
}

/** A chosen file that hasn't been uploaded completely. */
export interface Sending extends UploadPlace {
  readonly key: string;
  readonly file: File;
  readonly state: 'queued' | SendProgress['state'] | 'paused' | 'failed';
  readonly uploadId: string | null;
  /** Bytes that the server has stored. */
  readonly received: number;
  /** Why it failed. */
  readonly problem: string | null;
}

interface UploadQueue {
  readonly sendings: readonly Sending[];
  /** Ids of the uploads that finished or were removed here: an older answer may still list them. */
  readonly settled: readonly string[];
  /** Keys of the uploads that the server has accepted. */
  readonly finished: ReadonlySet<string>;
  /** Returns the key of each file's upload: a file that is in the queue already isn't added again. */
  add(files: readonly File[], place: UploadPlace): string[];
  pause(key: string): void;
  /** Resumes an upload that was paused or failed. */
  resume(key: string): void;
  /** Removes an upload, on the server too. */
  remove(key: string): void;
}

/** Long enough for a part on a very slow network, and for storing a large file. */
const partTimeoutMs = 120_000;
const finishTimeoutMs = 600_000;

const stops = new Map<string, AbortController>();

/**
 * The uploads, one after another in the order they were chosen. The queue outlives the screen, so uploads
 * continue while the user looks at another design.
 */
export const uploadQueue = create<UploadQueue>((set, get) => {
  function change(key: string, to: Partial<Sending>): void {
    set(({ sendings }) => ({
      sendings: sendings.map((each) => (each.key === key ? { ...each, ...to } : each)),
    }));
  }

  function take(key: string): Sending | undefined {
    const taken = get().sendings.find((each) => each.key === key);
    set(({ sendings, settled }) => ({
      sendings: sendings.filter((each) => each.key !== key),
      settled: taken?.uploadId ? [...settled, taken.uploadId] : settled,
    }));
    return taken;
  }

  /** The server has nothing left of it to cancel or continue. */
  function forgetUpload(key: string): void {
    const uploadId = get().sendings.find((each) => each.key === key)?.uploadId;
    if (uploadId) set(({ settled }) => ({ settled: [...settled, uploadId] }));
    change(key, { uploadId: null });
  }

  function goOn(): void {
    const { sendings } = get();
    if (sendings.some(isUnderWay)) return;
    const next = sendings.find(({ state }) => state === 'queued');
    if (next) void send(next);
  }

  async function send({ key, file, ...place }: Sending): Promise<void> {
    const stop = new AbortController();
    stops.set(key, stop);
    change(key, { state: 'sending', problem: null });
    try {
      const refusal = await refusalBeforeUpload(file, place.kind);
      if (refusal !== null) throw new FileRefused(refusal);
      await sendFile({
        file,
        calls: callsFor(file, place),
        signal: stop.signal,
        wait,
        now: () => performance.now(),
        partLimit: partLimit.getState().bytes ?? largestPart,
        onPartLimit: partLimit.getState().lower,
        onProgress: (progress) => {
          if (!stop.signal.aborted) change(key, progress);
        },
      });
      take(key);
      set(({ finished }) => ({ finished: new Set(finished).add(key) }));
      announce(`${file.name} uploaded.`);
    } catch (error) {
      if (stop.signal.aborted) return;
      const isEnded = error instanceof ApiError && endsUpload(error.code);
      if (isEnded) forgetUpload(key);
      refuse(key, file, problemOf(error));
      const isKnown = [ApiError, FileGone, FileRefused].some((known) => error instanceof known);
      if (!isKnown) throw error;
    } finally {
      stops.delete(key);
      goOn();
    }
  }

  function refuse(key: string, file: File, problem: string): void {
    change(key, { state: 'failed', problem });
    announce(`${file.name} was rejected.`);
  }

  /** Says at once of files that wait for their turn that the shop won't take them. One at a time, to spare memory. */
  async function refuseWaiting(sendings: readonly Sending[]): Promise<void> {
    for (const { key, file, kind } of sendings) {
      const refusal = await refusalBeforeUpload(file, kind);
      const now = get().sendings.find((each) => each.key === key);
      if (refusal !== null && now?.state === 'queued') refuse(key, file, refusal);
    }
  }

  return {
    sendings: [],
    settled: [],
    finished: new Set(),
    add(files, place) {
      const known = get().sendings;
      const fresh: Sending[] = [];
      const keys = files.map((file) => {
        const same = [...known, ...fresh].find((each) => isSame(each, file, place));
        if (same) return same.key;
        const key = newUuid();
        const begun = { state: 'queued' as const, uploadId: null, received: 0, problem: null };
        fresh.push({ key, file, ...place, ...begun });
        return key;
      });
      set(({ sendings }) => ({ sendings: [...sendings, ...fresh] }));
      goOn();
      void refuseWaiting(fresh);
      return keys;
    },
    pause(key) {
      change(key, { state: 'paused' });
      stops.get(key)?.abort();
    },
    resume(key) {
      change(key, { state: 'queued', problem: null });
      goOn();
    },
    remove(key) {
      const uploadId = take(key)?.uploadId;
      stops.get(key)?.abort();
      // If the server can't be reached now, it deletes the upload itself after a week.
      if (uploadId) request(fileCalls.cancelUpload, { params: { uploadId } }).catch(() => {});
    },
  };
});

/** The shop wouldn't take the file; the message says why. */
class FileRefused extends Error {
  override name = 'FileRefused';
}

/** Asks for confirmation before the page is left during an upload. */
function holdPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploadQueue.subscribe(({ sendings }) => {
  const isBusy = sendings.some((each) => isUnderWay(each) || each.state === 'queued');
  // Only while needed: the listener keeps the page out of the browser's back/forward cache.
  if (isBusy) addEventListener('beforeunload', holdPage);
  else removeEventListener('beforeunload', holdPage);
});

/** Whether bytes of it may be on their way. */
export function isUnderWay({ state }: Sending): boolean {
  return state === 'sending' || state === 'waiting' || state === 'finishing';
}

/** Whether it is the same file for the same place, chosen or dropped twice. */
function isSame({ file, ...known }: Sending, other: File, place: UploadPlace): boolean {
  return (
    known.designId === place.designId &&
    known.kind === place.kind &&
    known.replaces === place.replaces &&
    file.name === other.name &&
    file.size === other.size &&
    file.lastModified === other.lastModified
  );
}

function callsFor(file: File, { designId, kind, replaces }: UploadPlace): UploadCalls {
  return {
    start: (signal) =>
      request(fileCalls.startUpload, {
        params: { designId },
        body: {
          kind,
          replaces,
          name: file.name,
          bytes: file.size,
          modifiedAt: Math.max(0, Math.round(file.lastModified)),
        },
        signal,
      }),
    send: (uploadId, offset, body, signal) =>
      request(fileCalls.sendPart, {
        params: { uploadId },
        body,
        headers: { [uploadOffsetHeader]: String(offset) },
        timeoutMs: partTimeoutMs,
        signal,
      }),
    finish: (uploadId, signal) =>
      request(fileCalls.finishUpload, { params: { uploadId }, timeoutMs: finishTimeoutMs, signal }),
  };
}

/** Resolves after this long, or as soon as the network or the session is back. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      signal.removeEventListener('abort', wake);
      forget();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener('online', wake);
    signal.addEventListener('abort', wake);
    const forget = studioSession.subscribe((now, before) => {
      if (now.state === 'in' && before.state !== 'in') wake();
    });
  });
}

function problemOf(error: unknown): string {
  if (error instanceof FileGone) {
    return 'This file was moved or changed. Please choose it again.';
  }
  if (error instanceof FileRefused) return error.message;
  return messageOf(error, 'This file couldn’t be uploaded.');
}
