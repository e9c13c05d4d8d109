import { useState } from 'react';
import { type DesignFile, fileCalls } from '#contract/studio/files.ts';
import { pathOf } from '#contract/wire/call.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { request } from '../../../api/studio-client.ts';
import { Instant } from '../../../ui/instant.tsx';
import movableStyles from '../../../ui/movable.module.css';
import { MoveButtons } from '../../../ui/move-buttons.tsx';
import type { Movable } from '../../../ui/use-reorder.ts';
import { dpiWarning, factsLine } from './file-facts.ts';
import styles from './file-list.module.css';
import { FilePick } from './file-pick.tsx';
import { RenameForm } from './rename-form.tsx';
import type { RunChange } from './run-change.ts';

interface FileItemProps {
  readonly file: DesignFile;
  readonly movable: Movable;
  readonly runChange: RunChange;
  readonly onReplace: (by: File) => void;
  readonly onDelete: () => void;
}

export function FileItem({ file, movable, runChange, onReplace, onDelete }: FileItemProps) {
  const [isRenaming, setRenaming] = useState(false);
  const { _id: fileId, name, isReady } = file;
  const warning = dpiWarning(file);

  async function rename(to: string): Promise<void> {
    const renamed = { params: { fileId }, body: { name: to } };
    const isDone = await runChange(
      () => request(fileCalls.renameFile, renamed),
      'The name couldn’t be saved.',
    );
    if (isDone) setRenaming(false);
  }

  return (
    <li
      id={`file-${fileId}`}
      className={joinClasses(styles.item, movableStyles.item)}
      {...(!isRenaming && movable.drag)}
    >
      <div className="stack-1">
        {isRenaming ? (
          <RenameForm name={name} onRename={rename} onClose={() => setRenaming(false)} />
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <span className="note">{isReady ? factsLine(file) : 'Processing'}</span>
        {isReady && warning && <span className={styles.warning}>{warning}</span>}
        {file.earlier.length > 0 && <Earlier file={file} />}
      </div>
      <div className={styles.acts}>
        {!isRenaming && (
          <Button variant="quiet" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
        )}
        {isReady && (
          <FilePick
            kind="file"
            variant="quiet"
            aria-label={`Replace ${name}`}
            onPick={([by]) => by && onReplace(by)}
          >
            Replace
          </FilePick>
        )}
      </div>
      <div className={joinClasses(styles.buttons, movableStyles.buttons)}>
        <MoveButtons name={name} movable={movable} axis="down" />
        {isReady && (
          <a
            className={buttonClass({ variant: 'icon' })}
            href={pathOf(fileCalls.fileContent, { fileId })}
            aria-label={`Download ${name}`}
            download
          >
            <Icon name="download" size={20} />
          </a>
        )}
        <Button variant="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Icon name="trash" size={20} />
        </Button>
      </div>
    </li>
  );
}

function Earlier({ file }: { readonly file: DesignFile }) {
  return (
    <details className={styles.earlier}>
      <summary>{`Version ${file.version}, earlier versions kept`}</summary>
      <ul>
        {file.earlier.map((each) => (
          <li key={each.version}>
            <a
              href={`${pathOf(fileCalls.fileContent, { fileId: file._id })}?version=${each.version}`}
              download
            >
              {`Version ${each.version}: ${each.name}`}
            </a>
            <span className="note">
              {factsLine(each)} · until <Instant at={each.replacedAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
