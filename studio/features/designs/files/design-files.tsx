import { useEffect, useEffectEvent } from 'react';
import { type DesignFilesAnswer, fileCalls } from '#contract/studio/files.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../../api/studio-client.ts';
import { type Answer, useAnswer } from '../../../api/use-answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Card } from '../../../ui/card.tsx';
import parts from '../../../ui/parts.module.css';
import { DropZone } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';
import { ImageList } from './image-list.tsx';
import { uploadQueue } from './upload-queue.ts';
import { UploadRows } from './upload-rows.tsx';
import { WorkRows } from './work-rows.tsx';

/** Poll interval while the server is processing files. */
const pollMs = 1000;

/** A design's pictures and files: present, being uploaded, and being processed. */
export function DesignFiles({ designId }: { readonly designId: string }) {
  const answer = useAnswer(fileCalls.designFiles, {
    params: { designId },
    pollMs: ({ work }) => work.some(({ state }) => state !== 'failed') && pollMs,
  });
  useSettledUploads(answer.reload);
  useNoStrayDrops();
  return (
    <Answered of={answer}>
      {(design) => <Parts designId={designId} design={design} answer={answer} />}
    </Answered>
  );
}

interface PartsProps {
  readonly designId: string;
  readonly design: DesignFilesAnswer;
  readonly answer: Answer<DesignFilesAnswer>;
}

function Parts({ designId, design, answer }: PartsProps) {
  const { images, files, uploads, work, status } = design;
  const isSold = status !== 'draft';

  /** Runs a change on the server, then reloads; reports a refusal. */
  async function runChange(does: () => Promise<unknown>, failed: string): Promise<boolean> {
    try {
      await does();
      return true;
    } catch (error) {
      toast.error(messageOf(error, failed));
      return false;
    } finally {
      await answer.reload();
    }
  }

  function order(kind: 'image' | 'file', ids: readonly string[]): void {
    const sorted = <T extends { readonly _id: string }>(list: readonly T[]): T[] =>
      ids.flatMap((id) => list.find(({ _id }) => _id === id) ?? []);
    const parts = { params: { designId }, body: { ids: [...ids] } };
    // Shown at once, so that moving an item again doesn't have to wait.
    if (kind === 'image') answer.set({ ...design, images: sorted(images) });
    else answer.set({ ...design, files: sorted(files) });
    const call = fileCalls[kind === 'image' ? 'orderImages' : 'orderFiles'];
    void runChange(() => request(call, parts), 'The order couldn’t be saved.');
  }

  return (
    <div className={parts.parts}>
      <Card title="Pictures" text="What the shop shows. The first one is on the design’s card.">
        <DropZone place={{ designId, kind: 'image', replaces: null }} />
        <UploadRows place={{ designId, kind: 'image' }} uploads={uploads} reload={answer.reload} />
        <WorkRows work={work.filter(({ kind }) => kind === 'previews')} runChange={runChange} />
        <ImageList images={images} runChange={runChange} onOrder={(ids) => order('image', ids)} />
      </Card>
      <Card
        title="Files"
        text={
          isSold
            ? 'What buyers download. Multiple files are bundled in a ZIP, rebuilt when they change.'
            : 'What buyers download. Multiple files are bundled in a ZIP when the design is published.'
        }
      >
        <DropZone place={{ designId, kind: 'file', replaces: null }} />
        <UploadRows place={{ designId, kind: 'file' }} uploads={uploads} reload={answer.reload} />
        <WorkRows work={work.filter(({ kind }) => kind === 'delivery')} runChange={runChange} />
        <FileList
          designId={designId}
          files={files}
          isSold={isSold}
          runChange={runChange}
          onOrder={(ids) => order('file', ids)}
        />
      </Card>
    </div>
  );
}

/** Reloads when an upload ends. */
function useSettledUploads(reload: () => Promise<void>): void {
  const settled = uploadQueue((queue) => queue.settled.length);
  const ask = useEffectEvent(reload);
  useEffect(() => {
    if (settled > 0) void ask();
  }, [settled]);
}

/** Without this, a file dropped next to the drop zone would open in the browser and replace the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
