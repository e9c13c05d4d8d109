import { type KeyboardEvent, useRef, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { deliveryLimits, deliveryMessages, type Mark } from '#contract/shop/delivery.ts';
import type { ChangesDraft } from '#offline/stores/account-store.ts';
import { Button } from '#ui/button.tsx';
import { focusBeside } from '#ui/focus-beside.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { DeliveredPicture } from './delivered-picture.tsx';
import type { ShownDelivery } from './request-access.ts';
import styles from './request-delivery.module.css';
import { RequestPart } from './request-part.tsx';
import { type ChangesForm, isBegun } from './use-changes-draft.ts';

type PlacedMark = ChangesDraft['marks'][number];

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
const placeOf = ({ x, y }: Mark) => `${percent(x)} from the left, ${percent(y)} from the top`;

interface Place {
  readonly x: number;
  readonly y: number;
}
const middle: Place = { x: 0.5, y: 0.5 };
/** How far apart marks are that don't cover each other, as a part of a picture. */
const apart = 0.1;
const distance = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);
const places = Array.from({ length: 81 }, (_, place) => ({
  x: (1 + (place % 9)) * apart,
  y: (1 + Math.floor(place / 9)) * apart,
})).sort((a, b) => distance(a, middle) - distance(b, middle));

/** The place nearest to a picture's middle that no mark covers. */
function freePlace(marks: readonly Place[]): Place {
  return places.find((place) => marks.every((mark) => distance(mark, place) > apart / 2)) ?? middle;
}

interface WantChangesProps extends ShownDelivery, Omit<ChangesForm, 'content'> {
  readonly content: ChangesDraft;
  readonly onEnd: () => void;
}

/** What a buyer wants changed: numbered marks on the pictures, each with a comment, and words about the whole. */
export function WantChanges({
  request: { _id: id },
  delivery,
  access: { refresh },
  content,
  change,
  save,
  clearTried,
  onEnd,
}: WantChangesProps) {
  const { note, marks } = content;
  const [problem, setProblem] = useState('');
  const [told, setTold] = useState('');
  /** The mark whose comment gets the focus once it is shown. */
  const wanted = useRef<number | null>(null);
  const comments = useRef<HTMLUListElement>(null);
  const [isBusy, begin] = useBusy(
    'The shop didn’t answer. Your changes are still here; please try again when you’re connected.',
    refresh,
  );

  function setMarks(next: readonly PlacedMark[]): void {
    change({ ...begun(), marks: next });
  }

  /** The first words or mark say which version it is about. */
  function begun(): ChangesDraft {
    const draft = isBegun(content) ? content : { ...content, delivery: delivery.number };
    return { ...draft, isTried: false };
  }

  function add(pictureId: string, x: number, y: number): void {
    if (marks.length >= deliveryLimits.marks) {
      setProblem(deliveryMessages.marks);
      return;
    }
    const key = Math.max(0, ...marks.map((mark) => mark.key)) + 1;
    setMarks([...marks, { key, pictureId, x: inside(x), y: inside(y), text: '' }]);
    setTold(`Mark ${marks.length + 1} added.`);
    wanted.current = key;
  }

  function addFree(pictureId: string): void {
    const { x, y } = freePlace(marks.filter((mark) => mark.pictureId === pictureId));
    add(pictureId, x, y);
  }

  function changeMark(key: number, part: Partial<Mark>): void {
    setMarks(marks.map((mark) => (mark.key === key ? { ...mark, ...part } : mark)));
  }

  function moveByKey(mark: PlacedMark, number: number, event: KeyboardEvent): void {
    const [right, down] = steps[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    const moved = { ...mark, x: inside(mark.x + right), y: inside(mark.y + down) };
    changeMark(mark.key, moved);
    setTold(`Mark ${number}: ${placeOf(moved)}.`);
  }

  function send(): void {
    const said = { note: note.trim(), marks: marks.map(({ key: _, ...mark }) => mark) };
    const wrong = problemOf(said);
    setProblem(wrong);
    if (wrong !== '') {
      const empty = marks.findIndex(({ text }) => text.trim() === '');
      comments.current?.querySelectorAll('textarea')[empty]?.focus();
      return;
    }
    void begin(async () => {
      const body = { delivery: delivery.number, ...said };
      change({ ...content, isTried: true });
      await save().catch(() => {});
      await shopClient.request('wantChanges', { params: { id }, body });
      await clearTried();
      await refresh();
      onEnd();
    });
  }

  return (
    <RequestPart title="Ask for changes">
      {content.delivery !== delivery.number && isBegun(content) && (
        <p role="status">
          You wrote this about the version before. Please compare it with this one first.
        </p>
      )}
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
                  aria-label={`Mark ${index + 1}, ${placeOf(mark)}. Arrow keys move it.`}
                  onKeyDown={(event) => moveByKey(mark, index + 1, event)}
                >
                  {index + 1}
                </button>
              ) : null,
            )}
          </DeliveredPicture>
          <div>
            <Button variant="quiet" onClick={() => addFree(picture._id)}>
              Add a mark
            </Button>
          </div>
        </div>
      ))}
      <ul className="stack-4" ref={comments}>
        {marks.map(({ key, text }, index) => (
          <li key={key} className={styles.comment}>
            <TextArea
              label={`Mark ${index + 1}`}
              required
              rows={2}
              maxLength={deliveryLimits.markText}
              value={text}
              error={problem !== '' && text.trim() === '' ? deliveryMessages.mark : null}
              ref={(field) => {
                if (!field || wanted.current !== key) return;
                wanted.current = null;
                field.focus();
              }}
              onChange={(value) => changeMark(key, { text: value })}
            />
            <Button
              variant="quiet"
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget.closest('li'));
                setMarks(marks.filter((mark) => mark.key !== key));
                setTold(`Mark ${index + 1} removed.`);
              }}
              aria-label={`Remove mark ${index + 1}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      <TextArea
        label="About the whole design"
        rows={4}
        maxLength={deliveryLimits.note}
        value={note}
        onChange={(value) => change({ ...begun(), note: value })}
      />
      {problem !== '' && <p role="alert">{problem}</p>}
      <div className="row-3">
        <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={send}>
          {isBusy ? 'Sending…' : 'Send changes'}
        </Button>
        <Button variant="paper" onClick={onEnd}>
          Back
        </Button>
      </div>
    </RequestPart>
  );
}
