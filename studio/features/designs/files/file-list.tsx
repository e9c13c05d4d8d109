import { useState } from 'react';
import { type DesignFile, fileCalls } from '#contract/studio/files.ts';
import { focusBeside } from '#ui/focus-beside.ts';
import { request } from '../../../api/studio-client.ts';
import { useReorder } from '../../../ui/use-reorder.ts';
import { Ask } from './ask.tsx';
import { FileItem } from './file-item.tsx';
import type { RunChange } from './run-change.ts';
import { uploadQueue } from './upload-queue.ts';

interface FileListProps {
  readonly designId: string;
  readonly files: readonly DesignFile[];
  /** Buyers may have bought it. */
  readonly isSold: boolean;
  readonly runChange: RunChange;
  readonly onOrder: (ids: readonly string[]) => void;
}

/** The actions that need confirmation. */
type Asked =
  | { readonly kind: 'delete'; readonly file: DesignFile }
  | { readonly kind: 'replace'; readonly file: DesignFile; readonly by: File };

/** The files, as buyers download them. */
export function FileList({ designId, files, isSold, runChange, onOrder }: FileListProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const movable = useReorder(files, onOrder);

  function replace(file: DesignFile, by: File): void {
    uploadQueue.getState().add([by], { designId, kind: 'file', replaces: file._id });
  }

  function remove({ _id: fileId }: DesignFile): void {
    focusBeside(document.getElementById(`file-${fileId}`));
    const params = { fileId };
    void runChange(
      () => request(fileCalls.deleteFile, { params }),
      'The file couldn’t be deleted.',
    );
  }

  function goOn(): void {
    if (asked?.kind === 'delete') remove(asked.file);
    if (asked?.kind === 'replace') replace(asked.file, asked.by);
    setAsked(null);
  }

  if (files.length === 0) return <p className="soft">No files yet.</p>;
  return (
    <>
      <ol className="stack-3" aria-label="Files that buyers download">
        {files.map((file) => (
          <FileItem
            key={file._id}
            file={file}
            movable={movable(file._id)}
            runChange={runChange}
            onDelete={() => setAsked({ kind: 'delete', file })}
            onReplace={(by) =>
              isSold ? setAsked({ kind: 'replace', file, by }) : replace(file, by)
            }
          />
        ))}
      </ol>
      <Ask
        title={asked?.kind === 'replace' ? 'Replace this file?' : 'Delete this file?'}
        text={
          asked?.kind === 'replace'
            ? `${asked.by.name} becomes the new version of ${asked.file.name}. Everyone who bought this design is e-mailed; the earlier version is kept here.`
            : `${asked?.file.name ?? ''} will no longer be part of the design.`
        }
        action={asked?.kind === 'replace' ? 'Replace' : 'Delete'}
        isOpen={asked !== null}
        onYes={goOn}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
