import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { dataCalls } from '#contract/studio/data.ts';
import { pathOf } from '#contract/wire/call.ts';
import { counted } from '#contract/wire/counted.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './data-screen.module.css';

type BackupTableProps = Pick<StudioCallAnswer<'data'>, 'backups' | 'machine' | 'newestElsewhere'>;

/** All complete backups on the machine that answered, newest first, and where the newest is if not there. */
export function BackupTable({ backups, machine, newestElsewhere }: BackupTableProps) {
  if (backups.length === 0 && newestElsewhere === null) {
    return (
      <EmptyScene
        scene="empty"
        level={3}
        title="No backup yet"
        text="The first one is made tonight, or now if you like."
      />
    );
  }
  return (
    <>
      <p className="note">
        {backups.length > 0
          ? `These backups are on ${machine}.`
          : `There is no backup on ${machine}.`}
        {newestElsewhere && (
          <>
            {' '}
            The newest backup, of <Instant at={newestElsewhere.madeAt} />, is on{' '}
            {newestElsewhere.machine}.
          </>
        )}
      </p>
      {backups.length > 0 && <Rows backups={backups} />}
    </>
  );
}

function Rows({ backups }: Pick<BackupTableProps, 'backups'>) {
  return (
    <Table label="Backups" columns={['Made', 'Type', 'Size', 'Contents', '']}>
      {backups.map((backup) => (
        <tr key={backup.name}>
          <td data-label="Made">
            <Instant at={backup.madeAt} />
          </td>
          <td data-label="Type">{backup.kind === 'nightly' ? 'Nightly' : 'On request'}</td>
          <td data-label="Size" data-whole>
            {formatBytes(backup.bytes)}
          </td>
          <td data-label="Contents">
            {counted(backup.designs, 'design')}, {counted(backup.orders, 'order')},{' '}
            {counted(backup.accounts, 'account')}, {counted(backup.files, 'file')}
            {backup.isUnlisted && '; no list of the files in the bucket'}
          </td>
          <td data-label="" className={styles.action}>
            <DownloadButton
              variant="quiet"
              href={pathOf(dataCalls.downloadBackup, { name: backup.name })}
              aria-label={`Download the backup of ${backup.madeAt}`}
            >
              Download
            </DownloadButton>
          </td>
        </tr>
      ))}
    </Table>
  );
}
