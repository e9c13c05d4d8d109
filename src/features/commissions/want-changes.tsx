import { type KeyboardEvent, useRef, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { deliveryLimits, deliveryMessages, type Mark } from '#contract/shop/delivery.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { DeliveredPicture } from './delivered-picture.tsx';
import type { ShownDelivery } from './request-access.ts';
import styles from './request-delivery.module.css';
import { RequestPart } from './request-part.tsx';

interface PlacedMark extends Mark {
  readonly key: number;
}

/** How far an arrow key moves a mark, as a part of the picture. */
const step = 0.02;
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** What keeps it from being sent; empty: nothing. */
function problemOf({ note, marks }: { note: string; marks: readonly Mark[] }): string {
  if (marks.some(({ text }) => text.trim() === '')) return deliveryMessages.mark;
  return note === '' && marks.length === 0 ? deliveryMessages.nothing : '';
}

const inside = (part: number) => Math.min(1, Math.max(0, part));
const percent = (part: number) => `${Math.round(part * 100)}%`;

/** What a buyer wants changed: numbered marks on the pictures, each with a comment, and words about the whole. */
export function WantChanges({
  request: { _id: id },
  delivery,
  access: { refresh },
  onEnd,
}: ShownDelivery & { readonly onEnd: () => void }) {
  const [note, setNote] = useState('');
  const [marks, setMarks] = useState<readonly PlacedMark[]>([]);
  const [problem, setProblem] = useState('');
  const lastKey = useRef(0);
  const [isBusy, begin] = useBusy(
    'Your changes couldn’t be sent. They are still here; please try again when you’re connected.',
    refresh,
  );

  function add(pictureId: string, x: number, y: number): void {
    if (marks.length >= deliveryLimits.marks) {
      setProblem(deliveryMessages.marks);
      return;
    }
    lastKey.current += 1;
    setMarks([...marks, { key: lastKey.current, pictureId, x, y, text: '' }]);
  }

  function change(key: number, part: Partial<Mark>): void {
    setMarks((all) => all.map((mark) => (mark.key === key ? { ...mark, ...part } : mark)));
  }

  function moveByKey({ key, x, y }: PlacedMark, event: KeyboardEvent): void {
    const [right, down] = steps[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    change(key, { x: inside(x + right), y: inside(y + down) });
  }

  function send(): void {
    const said = { note: note.trim(), marks: marks.map(({ key: _, ...mark }) => mark) };
    const wrong = problemOf(said);
    setProblem(wrong);
    if (wrong !== '') return;
    void begin(async () => {
      const body = { delivery: delivery.number, ...said };
      await shopClient.request('wantChanges', { params: { id }, body });
      await refresh();
    });
  }

  return (
    <RequestPart title="Ask for changes">
      <p>Press a picture where something should change, and say what. Or just write below.</p>
      {delivery.pictures.map((picture, place) => (
        <div key={picture._id} className="stack-2">
          <DeliveredPicture
            picture={picture}
            place={place + 1}
            onPress={(x, y) => add(picture._id, x, y)}
          >
            {marks.map((mark, index) =>
              mark.pictureId === picture._id ? (
                <button
                  key={mark.key}
                  type="button"
                  className={styles.mark}
                  style={{ left: percent(mark.x), top: percent(mark.y) }}
                  aria-label={`Mark ${index + 1}, ${percent(mark.x)} from the left, ${percent(mark.y)} from the top. Arrow keys move it.`}
                  onKeyDown={(event) => moveByKey(mark, event)}
                >
                  {index + 1}
                </button>
              ) : null,
            )}
          </DeliveredPicture>
          <div>
            <Button variant="quiet" onClick={() => add(picture._id, 0.5, 0.5)}>
              Add a mark
            </Button>
          </div>
        </div>
      ))}
      {marks.map(({ key, text }, index) => (
        <div key={key} className={styles.comment}>
          <TextArea
            label={`Mark ${index + 1}`}
            required
            rows={2}
            maxLength={deliveryLimits.markText}
            value={text}
            onChange={(value) => change(key, { text: value })}
          />
          <Button
            variant="quiet"
            onClick={() => setMarks(marks.filter((mark) => mark.key !== key))}
            aria-label={`Remove mark ${index + 1}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <TextArea
        label="About the whole design"
        rows={4}
        maxLength={deliveryLimits.note}
        value={note}
        onChange={setNote}
      />
      {problem !== '' && <p role="alert">{problem}</p>}
      <div className="row-3">
        <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={send}>
          {isBusy ? 'Sending…' : 'Send'}
        </Button>
        <Button variant="paper" onClick={onEnd}>
          Back
        </Button>
      </div>
    </RequestPart>
  );
}
