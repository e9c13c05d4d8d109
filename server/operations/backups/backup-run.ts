import { recordAction, shopItself, terminal } from '../../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeChange } from '../../platform/database/change.ts';
import { DatabaseProblem, isFull } from '../../platform/database/check-database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type Claim, type ClaimServices, doNext, type Kind } from '../../platform/jobs/do-next.ts';
import { leaseEnd, skewMs } from '../../platform/jobs/lease.ts';
import type { Services } from '../../platform/services/services.ts';
import type { BackupRun } from '../../platform/settings/backup-run.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { removeOldBackups } from './backup-folder.ts';
import { notePlace, placeOf } from './backup-places.ts';
import { alertFailedBackup, alertUnlistedFiles } from './failed-backup-alert.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';

interface Deps extends ClaimServices, Pick<Services, 'env'> {
  readonly files: Pick<FileStore, 'list'>;
}

type NewRun = Pick<BackupRun, 'kind' | 'actorId' | 'killed'>;

type PickRun = (run: BackupRun | null, now: Date) => NewRun | null;

/** A claimed run with the progress so far, and the run before it. */
interface Claimed {
  run: BackupRun;
  readonly last: BackupRun | null;
}

type Ended = Pick<BackupRun, 'state' | 'problem' | 'isComplete'>;

const never = new AbortController().signal;

/** The shop's quietest hour, by the server's clock. */
const nightHour = 3;
/** How long after a failed backup it is retried. */
const againMs = 3_600_000;
/** How often a run reports its progress. */
const progressMs = 1000;
/** After it killed this many processes in a row, a backup waits for the next night. */
const maxKilled = 3;

/** Whether a backup is running or requested. One whose process was killed is: another process will make it. */
export function isUnderWay(run: BackupRun | null): boolean {
  return run?.state === 'wanted' || run?.state === 'running';
}

/** Whether a process is making it. */
export function isHeld(run: BackupRun | null, now: Date): boolean {
  return run?.state === 'running' && leaseEnd(new Date(run.seenAt)) > now.toISOString();
}

/**
 * Whether it isn't retried before the next night: it has killed too many processes, or left a complete backup. One of
 * these each hour would soon displace those of earlier nights.
 */
export function isGivenUp({ killed = 0, isComplete = false }: BackupRun): boolean {
  return isComplete || killed >= maxKilled;
}

/** Requests a backup, unless one is already running or requested. */
export async function requestBackup(change: AuditedChange): Promise<BackupRun> {
  const { tx, now, actorId } = change;
  const { value } = await readSetting(tx, 'backupRun');
  if (value && isUnderWay(value)) return value;
  const run = newRun(now, 'wanted', { kind: 'wanted', actorId });
  await writeSetting(change, 'backupRun', run);
  return run;
}

/**
 * Makes the backup that is requested, or whose process was killed, or, with `mayBeNightly`, that is due this night; null
 * if there is none to make.
 */
export async function makeDueBackup(
  services: Deps,
  { mayBeNightly, signal }: { readonly mayBeNightly: boolean; readonly signal: AbortSignal },
): Promise<MadeBackup | null> {
  await giveUpKilled(services);
  const pick: PickRun = (run, now) => {
    if (run?.state === 'wanted') return run;
    const killed = leftBehind(run, now);
    if (killed) return isGivenUp(killed) ? null : killed;
    if (isUnderWay(run)) return null;
    return mayBeNightly && isNightlyDue(run, now) ? { kind: 'nightly', actorId: shopItself } : null;
  };
  return claimAndMake(services, pick, signal);
}

/** Makes a backup now, for the command line; null if another is running. */
export function makeBackupNow(services: Deps): Promise<MadeBackup | null> {
  return claimAndMake(services, (run, now) =>
    isHeld(run, now) ? null : { kind: 'wanted', actorId: terminal },
  );
}

/** Records that a backup failed whose last process was killed, too, and notifies the studio. */
async function giveUpKilled(services: Deps): Promise<void> {
  const { database, env, clock } = services;
  const read = async (reader: Reader, now: Date) => {
    const run = leftBehind((await readSetting(reader, 'backupRun')).value, now);
    return run && isGivenUp(run) ? run : null;
  };
  if (!(await read(database.read, clock()))) return;
  await makeChange(services, async (change) => {
    const run = await read(change.tx, change.now);
    if (!run) return;
    await writeSetting(change, 'backupRun', { ...run, state: 'failed', problem: killedProblem });
    await alertFailedBackup(change, env, { problem: killedProblem, error: null });
  });
}

/** The run whose process was killed, that one counted; null if there is none. */
function leftBehind(run: BackupRun | null, now: Date): BackupRun | null {
  if (run?.state !== 'running' || isHeld(run, now)) return null;
  return { ...run, killed: (run.killed ?? 0) + 1 };
}

/** Claims the run that `pick` returns, so that nobody else makes it, and makes the backup. Throws what went wrong. */
async function claimAndMake(
  services: Deps,
  pick: PickRun,
  stop = never,
): Promise<MadeBackup | null> {
  const outcome: { made: MadeBackup | null } = { made: null };
  await doNext(
    services,
    backups(pick),
    async (claimed, claim) => {
      outcome.made = await makeClaimed(services, claimed, claim, stop);
      return null;
    },
    stop,
  );
  return outcome.made;
}

/** The backup to make, by the setting that all processes share. */
function backups(pick: PickRun): Kind<Claimed> {
  return {
    name: 'backups',
    renewMs: progressMs,
    async isAnyFree(read, now) {
      return pick((await readSetting(read, 'backupRun')).value, now) !== null;
    },
    async claim(change) {
      const { value: last } = await readSetting(change.tx, 'backupRun');
      const found = pick(last, change.now);
      if (!found) return null;
      const run = newRun(change.now, 'running', found);
      await writeSetting(change, 'backupRun', run);
      return { run, last };
    },
    renew: (change, { run }) => saveRun(change, run),
  };
}

/**
 * Saves a claimed run; false if another process has claimed it or given it up, because this one didn't report for too
 * long. But if the backup is complete, the other process's is what ends.
 */
async function saveRun(change: Change, run: BackupRun): Promise<boolean> {
  const { value } = await readSetting(change.tx, 'backupRun');
  const isOwn = value?.id === run.id;
  if (run.state !== 'done' && !(isOwn && value.state === 'running')) return false;
  if (isOwn || isMadeAgain(run, value)) {
    await writeSetting(change, 'backupRun', { ...run, seenAt: change.now.toISOString() });
  }
  return true;
}

/** Whether another process is making the backup, because this one could not report for too long. */
function isMadeAgain({ killed = 0 }: BackupRun, found: BackupRun | null): boolean {
  return found?.state === 'running' && (found.killed ?? 0) > killed;
}

async function makeClaimed(
  services: Deps,
  claimed: Claimed,
  { lost, record }: Claim,
  stop: AbortSignal,
): Promise<MadeBackup> {
  const { database, env, files } = services;
  const { run, last } = claimed;
  const { kind } = run;
  const now = new Date(run.startedAt);
  const end = (ended: Ended, also: (change: Change) => Promise<void>) =>
    record(async (change) => {
      if (await saveRun(change, { ...claimed.run, ...ended })) await also(change);
    });
  const fail = async (error: unknown, problem: string, isComplete: boolean): Promise<never> => {
    // At most one notice a day, because a failed backup is retried every hour.
    const isReported =
      last?.problem === problem && Date.parse(last.startedAt) >= latestNight(now).getTime();
    await end({ state: 'failed', problem, isComplete }, async (change) => {
      if (isReported || isStop(error)) return;
      await alertFailedBackup(change, env, { problem, error, isComplete });
    });
    throw error;
  };
  let made: MadeBackup;
  try {
    const signal = AbortSignal.any([stop, lost]);
    made = await makeBackup(
      database,
      env.dataDir,
      { now, kind, signal, listed: files.list() },
      (progress) => {
        claimed.run = { ...claimed.run, ...progress };
      },
    );
  } catch (error) {
    return fail(error, problemOf(error), false);
  }
  try {
    // First, because it may free the space that the record needs.
    await removeOldBackups(env.dataDir, made.name);
  } finally {
    await end({ state: 'done', problem: null }, (change) =>
      recordBackup(change, env, run, made),
    ).catch((error: unknown) => fail(error, unrecordedProblem, true));
  }
  return made;
}

/** Once, even if called again because the answer was lost. */
async function recordBackup(
  change: Change,
  env: Deps['env'],
  { actorId }: BackupRun,
  made: MadeBackup,
): Promise<void> {
  if (!(await notePlace(change, placeOf(made, env.machine)))) return;
  const { name, summary, unlisted } = made;
  const { files, bytes } = summary;
  if (unlisted) await alertUnlistedFiles(change, env, unlisted);
  const line = { subjectId: name, before: null, after: { files, bytes } };
  await recordAction({ ...change, actorId }, { ...line, action: 'backup.made' });
}

function newRun(
  now: Date,
  state: BackupRun['state'],
  { kind, actorId, killed = 0 }: NewRun,
): BackupRun {
  const at = now.toISOString();
  const progress = { doneBytes: 0, totalBytes: 0 };
  const id = newId(now);
  return {
    id,
    state,
    kind,
    actorId,
    killed,
    startedAt: at,
    seenAt: at,
    problem: null,
    ...progress,
  };
}

/** A nightly backup is due if the last one, good or given up, began before tonight's hour, or some time after a failed one. */
function isNightlyDue(run: BackupRun | null, now: Date): boolean {
  if (run === null) return true;
  const startedAt = Date.parse(run.startedAt);
  // The clock was ahead, and has been set right.
  if (startedAt > now.getTime() + skewMs) return true;
  if (run.state === 'done' || isGivenUp(run)) return startedAt < latestNight(now).getTime();
  return now.getTime() - startedAt >= againMs;
}

function latestNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(nightHour, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}

/** Whether the shop was stopped, which is no fault of the backup. */
function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

const killedProblem = `It was ended ${maxKilled} times, each time with the shop’s process. The server’s log may say why; perhaps memory ran out.`;

const unrecordedProblem = 'It couldn’t be recorded. The server’s log says why.';

/** The reason in words for the studio; the log has the rest. */
function problemOf(error: unknown): string {
  if (error instanceof DatabaseProblem) {
    return 'The database is damaged. The server’s log says how to restore it.';
  }
  if (isStop(error)) return 'The shop was stopped during the backup.';
  if (isFull(error)) return 'The disk is full.';
  return 'It couldn’t be written. The server’s log says why.';
}
