import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DesignFilesAnswer, fileCalls, type UploadKind } from '#contract/studio/files.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { createQueue } from '#contract/wire/queue.ts';
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
  const { uploads, work, status } = design;
  const [inTurn] = useState(createQueue);
  const waiting = useRef(0);
  /** The orders that are shown until the shop has answered the last change. */
  const [wanted, setWanted] = useState<Readonly<Partial<Record<UploadKind, readonly string[]>>>>(
    {},
  );
  const images = inOrder(design.images, wanted.image);
  const files = inOrder(design.files, wanted.file);
  const isSold = status !== 'draft';

  /** Runs a change on the server after those before it, and reloads after the last; reports a refusal. */
  async function runChange(does: () => Promise<unknown>, failed: string): Promise<boolean> {
    waiting.current += 1;
    try {
      await inTurn(does);
      return true;
    } catch (error) {
      toast.error(messageOf(error, failed));
      return false;
    } finally {
      waiting.current -= 1;
      if (waiting.current === 0) await showSaved();
    }
  }

  async function showSaved(): Promise<void> {
    await answer.reload();
    // Unless something was changed meanwhile.
    if (waiting.current === 0) setWanted({});
  }

  function order(kind: UploadKind, ids: readonly string[]): void {
    setWanted((now) => ({ ...now, [kind]: ids }));
    const call = fileCalls[kind === 'image' ? 'orderImages' : 'orderFiles'];
    const input = { params: { designId }, body: { ids: [...ids] } };
    void runChange(() => request(call, input), 'The order couldn’t be saved.');
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

/** A list in an order; what the order doesn't know yet is last. */
function inOrder<T extends { readonly _id: string }>(
  list: readonly T[],
  ids: readonly string[] = [],
): readonly T[] {
  const known = ids.flatMap((id) => list.find(({ _id }) => _id === id) ?? []);
  return [...known, ...list.filter(({ _id }) => !ids.includes(_id))];
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
