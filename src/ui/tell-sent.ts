import { toast } from './toast.ts';

/** What is said of something that was sent, or is left to be sent later. */
export interface Outcomes {
  /** The shop has it. */
  readonly done: string;
  readonly failed: string;
  readonly queued: string;
}

/** What the outbox still has of it. */
interface Left {
  readonly state: string;
  readonly problem: { readonly message: string; readonly status: number | null } | null;
}

/** Says how sending went. `left`: null if the shop has it; `isStored`: whether the device could store it. */
export function tellSent(left: Left | null, isStored: boolean, outcomes: Outcomes): void {
  const { done, failed, queued } = outcomes;
  if (!left) toast.success(done);
  else if (left.state === 'refused') toast.error(left.problem?.message || failed);
  else if (left.problem?.status) toast.blank(left.problem.message || queued);
  else if (isStored) toast.blank(queued);
  else toast.blank(`${queued} Please keep this page open: it can’t be saved on this device.`);
}
