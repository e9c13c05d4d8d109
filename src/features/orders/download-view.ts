import type { FileDraft } from '#offline/files/file-draft.ts';
import type { DownloadProblem } from './download-problem.ts';
import { progressOf } from './fetch-file.ts';

export interface DownloadFile {
  /** The stable address; it is also what the file is known by on the device. */
  readonly link: string;
  readonly name: string;
}

export interface DownloadView {
  /** `begun`: a part is here, nobody fetches the rest; `ready`: whole, waits for a tap to leave the page. */
  readonly phase: 'idle' | 'begun' | 'running' | 'ready';
  /** Bytes. */
  readonly reached: number;
  /** Bytes; null: not known. */
  readonly total: number | null;
  /** What a running download waits for; null: it doesn't wait. */
  readonly waitsFor: 'network' | 'tab' | null;
  /** It stays, or is to stay, on this device. */
  readonly isKept: boolean;
  /** Whole, checked and kept: it needs no signal. */
  readonly isHere: boolean;
  /** What went wrong last; null: nothing to say. */
  readonly problem: DownloadProblem | null;
}

export const noDownload: DownloadView = {
  phase: 'idle',
  reached: 0,
  total: null,
  waitsFor: null,
  isKept: false,
  isHere: false,
  problem: null,
};

/** A file that nobody fetches just now. */
export function stillView(draft: FileDraft): Partial<DownloadView> {
  const state = draft.state();
  const isWhole = state !== null && state.checkedAt !== null;
  return {
    ...progressOf(draft),
    phase: !isWhole && draft.reached() > 0 ? 'begun' : 'idle',
    waitsFor: null,
    isHere: isWhole && state.isKept,
  };
}

/** A screen shows tenths of a megabyte: it needn't hear of each chunk. */
export function isOtherText(
  view: DownloadView,
  { reached, total, waitsFor }: Pick<DownloadView, 'reached' | 'total' | 'waitsFor'>,
): boolean {
  const step = (bytes: number) => Math.floor((bytes * 100) / Math.max(total ?? 0, 1_000_000));
  return view.total !== total || view.waitsFor !== waitsFor || step(view.reached) !== step(reached);
}
