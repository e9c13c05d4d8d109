import { recordAction, shopItself, terminal } from '../../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeChange } from '../../platform/database/change.ts';
import { DatabaseProblem } from '../../platform/database/check-database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isStorageFailure } from '../../platform/http/storage-problem.ts';
import { leaseEnd } from '../../platform/jobs/lease.ts';
import { untilRecorded } from '../../platform/jobs/until-recorded.ts';
import type { Services } from '../../platform/services/services.ts';
import type { BackupRun } from '../../platform/settings/backup-run.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { removeOldBackups } from './backup-folder.ts';
import { startHeartbeat } from './backup-heartbeat.ts';
import { notePlace, placeOf } from './backup-places.ts';
import { alertFailedBackup, alertUnlistedFiles } from './failed-backup-alert.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';

interface Deps extends Pick<Services, 'database' | 'env' | 'clock'> {
  readonly files: Pick<FileStore, 'list'>;
}

type Wanted = Pick<BackupRun, 'kind' | 'actorId' | 'killed'>;

interface Watch {
  /** Aborts the backup. */
  readonly signal: AbortSignal;
  /** Called if an outage keeps the backup's end from being recorded at once. */
  readonly onUnrecorded: (error: unknown) => void;
}

/** The shop's quietest hour, by the server's clock. */
const nightHour = 3;
/** How long after a failed backup it is retried. */
const againMs = 3_600_000;
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
  services: Deps & Pick<Services, 'log'>,
  { mayBeNightly, signal }: { readonly mayBeNightly: boolean; readonly signal: AbortSignal },
): Promise<MadeBackup | null> {
  await giveUpKilled(services);
  const onUnrecorded = (error: unknown) =>
    services.log.warn({ err: error }, 'recording the end of a backup failed');
  return claimAndMake(services, { signal, onUnrecorded }, (run, now) => {
    if (run?.state === 'wanted') return run;
    const killed = leftBehind(run, now);
    if (killed) return isGivenUp(killed) ? null : killed;
    if (isUnderWay(run)) return null;
    return mayBeNightly && isNightlyDue(run, now) ? { kind: 'nightly', actorId: shopItself } : null;
  });
}

/** Makes a backup now, for the command line; null if another is running. */
export function makeBackupNow(
  services: Deps,
  onUnrecorded: Watch['onUnrecorded'] = () => {},
): Promise<MadeBackup | null> {
  const { signal } = new AbortController();
  return claimAndMake(services, { signal, onUnrecorded }, (run, now) =>
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
  watch: Watch,
  pick: (run: BackupRun | null, now: Date) => Wanted | null,
): Promise<MadeBackup | null> {
  const { database, clock } = services;
  const now = clock();
  const { value: last } = await readSetting(database.read, 'backupRun');
  if (!pick(last, now)) return null;
  const run = await database.write(async (tx) => {
    // Another process may have claimed it first.
    const found = pick((await readSetting(tx, 'backupRun')).value, now);
    if (!found) return null;
    const claimed = newRun(now, 'running', found);
    await writeSetting({ tx, now }, 'backupRun', claimed);
    return claimed;
  });
  return run && makeClaimed(services, watch, run, last);
}

/** Makes a claimed backup; `last` is the run before it. */
async function makeClaimed(
  services: Deps,
  watch: Watch,
  run: BackupRun,
  last: BackupRun | null,
): Promise<MadeBackup> {
  const { database, env, files } = services;
  const { kind } = run;
  const now = new Date(run.startedAt);
  const beat = startHeartbeat(services, run);
  const record = (...end: Parameters<typeof beat.end>) =>
    untilRecorded(() => beat.end(...end), watch.onUnrecorded, {
      stop: watch.signal,
      isPassing: isStorageFailure,
    });
  const fail = async (error: unknown, problem: string, isComplete: boolean): Promise<never> => {
    // At most one notice a day, because a failed backup is retried every hour.
    const isReported =
      last?.problem === problem && Date.parse(last.startedAt) >= latestNight(now).getTime();
    await record({ state: 'failed', problem, isComplete }, async (change) => {
      if (isReported || isStop(error)) return;
      await alertFailedBackup(change, env, { problem, error, isComplete });
    });
    throw error;
  };
  let made: MadeBackup;
  try {
    const signal = AbortSignal.any([watch.signal, beat.lost]);
    made = await makeBackup(
      database,
      env.dataDir,
      { now, kind, signal, listed: files.list() },
      beat.note,
    );
  } catch (error) {
    return fail(error, problemOf(error), false);
  }
  try {
    // First, because it may free the space that the record needs.
    await removeOldBackups(env.dataDir, made.name);
  } finally {
    await record({ state: 'done', problem: null }, (change) =>
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
  { kind, actorId, killed = 0 }: Wanted,
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
  const { code } = error as NodeJS.ErrnoException;
  if (isStop(error)) return 'The shop was stopped during the backup.';
  if (code === 'ENOSPC') return 'The disk is full.';
  return 'It couldn’t be written. The server’s log says why.';
}
