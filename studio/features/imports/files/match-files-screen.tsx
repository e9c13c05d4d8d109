import { useRef, useState } from 'react';
import { type FileTarget, fileCalls, fileTargetsAtOnce } from '#contract/studio/files.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { request } from '../../../api/studio-client.ts';
import { Card } from '../../../ui/card.tsx';
import { DropArea } from '../../../ui/drop-area.tsx';
import formStyles from '../../../ui/form.module.css';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Page } from '../../../ui/page.tsx';
import parts from '../../../ui/parts.module.css';
import styles from '../imports.module.css';
import { droppedFiles, pickedFiles } from './dropped-files.ts';
import { type ChosenFile, indexTargets, type Match, matchFile } from './match-files.ts';
import { MatchReport } from './match-report.tsx';
import type { QueuedFile } from './upload-progress.ts';
import { startUploads, UploadReport } from './upload-report.tsx';

interface Matched {
  readonly targets: readonly FileTarget[];
  readonly matches: readonly Match[];
}

/** Adds many files to drafts: matched by name, shown before anything is uploaded, then uploaded. */
export default function MatchFilesScreen() {
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [matched, setMatched] = useState<Matched | null>(null);
  /** Files were assigned by hand since they were chosen. */
  const [isAssigned, setAssigned] = useState(false);
  const [uploading, setUploading] = useState<readonly QueuedFile[] | null>(null);

  async function match(choose: () => Promise<ChosenFile[]> | ChosenFile[]): Promise<void> {
    setReading(true);
    setProblem(null);
    try {
      const chosen = await choose();
      if (chosen.length === 0) {
        setProblem('This folder has no files. Please choose another one, or choose files.');
        return;
      }
      const targets = await readTargets();
      const find = indexTargets(targets);
      setMatched({ targets, matches: chosen.map((each) => matchFile(each, find)) });
      setAssigned(false);
      setUploading(null);
    } catch (error) {
      setProblem(messageOf(error, 'These files couldn’t be read. Please choose them again.'));
    } finally {
      setReading(false);
    }
  }

  return (
    <Page
      title="Add files to drafts"
      text="Choose many pictures and files at once. Each is matched to a draft by its name or its folder’s name."
      back={{ to: '/imports', label: 'Imports' }}
    >
      <div className={parts.parts}>
        <LeaveGuard isDirty={isAssigned && !uploading} />
        <Choose isBusy={isReading} onChoose={(choose) => void match(choose)} />
        {problem !== null && (
          <p className={formStyles.notice} role="alert">
            {problem}
          </p>
        )}
        {matched && !uploading && (
          <MatchReport
            targets={matched.targets}
            matches={matched.matches}
            onChange={(matches) => {
              setMatched({ ...matched, matches });
              setAssigned(true);
            }}
            onUpload={(ready) => {
              setUploading(startUploads(ready));
            }}
          />
        )}
        {uploading && <UploadReport uploads={uploading} />}
      </div>
    </Page>
  );
}

async function readTargets(): Promise<FileTarget[]> {
  const targets: FileTarget[] = [];
  for (;;) {
    const after = targets.at(-1)?.id;
    const { items } = await request(fileCalls.fileTargets, { query: after ? { after } : {} });
    targets.push(...items);
    if (items.length < fileTargetsAtOnce) return targets;
  }
}

interface ChooseProps {
  readonly isBusy: boolean;
  readonly onChoose: (choose: () => Promise<ChosenFile[]> | ChosenFile[]) => void;
}

function Choose({ isBusy, onChoose }: ChooseProps) {
  const folder = useRef<HTMLInputElement | null>(null);
  const files = useRef<HTMLInputElement>(null);

  const input = {
    type: 'file',
    hidden: true,
    multiple: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      const picked = pickedFiles(target.files);
      // Lets the same files be chosen again.
      target.value = '';
      onChoose(() => picked);
    },
  } as const;

  return (
    <Card
      title="Choose files"
      text="Name a file like its design, for instance sleepy-fox.zip, and it finds its place. Its SKU or handle does as well, and so does a folder of that name. Pictures become the design’s pictures, everything else is what buyers download."
    >
      <DropArea
        title="Drop a folder here"
        hint="Nothing is uploaded until you confirm."
        onDrop={(data) => {
          // Started at once: the browser empties a drop afterwards.
          const dropped = droppedFiles(data);
          onChoose(() => dropped);
        }}
      >
        <div className={joinClasses('line-3', styles.centered)}>
          <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={() => folder.current?.click()}>
            {isBusy ? 'Matching…' : 'Choose a folder'}
          </Button>
          <Button variant="paper" aria-disabled={isBusy} onClick={() => files.current?.click()}>
            Choose files
          </Button>
        </div>
        <input
          {...input}
          ref={(element) => {
            // React has no property for it.
            if (element) element.webkitdirectory = true;
            folder.current = element;
          }}
          aria-label="Folder to add"
        />
        <input {...input} ref={files} aria-label="Files to add" />
      </DropArea>
    </Card>
  );
}
