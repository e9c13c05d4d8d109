import type { FileDraft } from '#offline/files/file-draft.ts';
import type { DownloadProblem } from './download-problem.ts';
import { progressOf } from './fetch-file.ts';

export interface DownloadFile {
  /** The stable download URL; it also identifies the file on the device. */
  readonly link: string;
  readonly name: string;
}

export interface DownloadView {
  /** `begun`: partly here, not being downloaded; `ready`: complete, waiting for a tap to save it. */
  readonly phase: 'idle' | 'begun' | 'running' | 'ready';
  /** Bytes. */
  readonly reached: number;
  /** Bytes; null: not known. */
  readonly total: number | null;
  /** What a running download is waiting for; null: nothing. */
  readonly waitsFor: 'network' | 'shop' | 'tab' | null;
  /** Stored on this device, or to be stored once complete. */
  readonly isStored: boolean;
  /** Complete, verified and stored: available offline. */
  readonly isHere: boolean;
  /** The last problem; null: none to show. */
  readonly problem: DownloadProblem | null;
}

export const noDownload: DownloadView = {
  phase: 'idle',
  reached: 0,
  total: null,
  waitsFor: null,
  isStored: false,
  isHere: false,
  problem: null,
};

/** The view of a file that isn't being downloaded. */
export function stillView(draft: FileDraft): Partial<DownloadView> {
  const state = draft.state();
  const isWhole = state !== null && state.checkedAt !== null;
  return {
    ...progressOf(draft),
    phase: !isWhole && draft.reached() > 0 ? 'begun' : 'idle',
    waitsFor: null,
    isHere: isWhole && state.isToStore,
  };
}

/** Whether a change is worth showing: progress counts in steps of 1% of the total, at least 10 kB. */
export function isOtherText(
  view: DownloadView,
  { reached, total, waitsFor }: Pick<DownloadView, 'reached' | 'total' | 'waitsFor'>,
): boolean {
  const step = (bytes: number) => Math.floor((bytes * 100) / Math.max(total ?? 0, 1_000_000));
  return view.total !== total || view.waitsFor !== waitsFor || step(view.reached) !== step(reached);
}
