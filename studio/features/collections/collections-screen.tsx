import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  collectionCalls,
  collectionLimits,
  type ListedCollection,
} from '#contract/studio/collections.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Badge } from '../../ui/badge.tsx';
import movableStyles from '../../ui/movable.module.css';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { Page } from '../../ui/page.tsx';
import { type Movable, useReorder } from '../../ui/use-reorder.ts';
import styles from './collections.module.css';

const unreachable = 'The shop can’t be reached. Nothing was changed.';

/** All collections, in the order in which the shop shows them. */
export default function CollectionsScreen() {
  const collections = useAnswer(collectionCalls.collections);
  return (
    <Page title="Collections" text="Designs that go together, in the order the shop shows them.">
      <NewCollection />
      <Answered of={collections} isList>
        {(answer) =>
          answer.items.length === 0 ? (
            <EmptyScene
              scene="empty"
              title="No collections yet"
              text="Give one a name, then choose its designs."
            />
          ) : (
            <List
              items={answer.items}
              onChanged={collections.set}
              onRefused={() => void collections.reload()}
            />
          )
        }
      </Answered>
    </Page>
  );
}

/** Creates a collection with a name; everything else is edited on its own page. */
function NewCollection() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function create(): Promise<void> {
    if (isSending || name.trim() === '') return;
    setSending(true);
    try {
      const { id } = await request(collectionCalls.createCollection, { body: { name } });
      navigate(`/collections/${id}`);
    } catch (problem) {
      setError(messageOf(problem, unreachable));
      setSending(false);
    }
  }

  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextField
        label="Name of a new collection"
        autoComplete="off"
        maxLength={collectionLimits.name}
        value={name}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
      />
      <Button type="submit" disabled={name.trim() === ''} aria-busy={isSending}>
        Create
      </Button>
    </form>
  );
}

interface ListProps {
  readonly items: readonly ListedCollection[];
  readonly onChanged: (answer: { items: ListedCollection[] }) => void;
  readonly onRefused: () => void;
}

function List({ items, onChanged, onRefused }: ListProps) {
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const named = items.map((item) => ({ ...item, _id: item.id }));
  const movable = useReorder(named, (ids) => {
    onChanged({ items: ids.flatMap((id) => items.find((item) => item.id === id) ?? []) });
    // One order after another, so that the last one wins.
    const mine = turn.current.then(() =>
      request(collectionCalls.orderCollections, { body: { ids: [...ids] } }).catch(
        (error: unknown) => {
          toast.error(messageOf(error, unreachable));
          onRefused();
        },
      ),
    );
    turn.current = mine;
  });
  return (
    <ol className={styles.list} aria-label="Collections">
      {items.map((item) => (
        <Row key={item.id} item={item} movable={movable(item.id)} />
      ))}
    </ol>
  );
}

function Row({ item, movable }: { readonly item: ListedCollection; readonly movable: Movable }) {
  const { id, name, designs, shown, price, isPublished } = item;
  const hidden = designs - shown;
  return (
    <li className={joinClasses(movableStyles.item, styles.row)} {...movable.drag}>
      <span className={styles.words}>
        <Link to={`/collections/${id}`}>{name}</Link>
        <small className="soft">
          {counted(designs, 'design')}
          {hidden > 0 && `, ${hidden} not in the shop`}
          {price !== null && ` · ${formatUsd(price)} together`}
        </small>
      </span>
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
      <span className={movableStyles.buttons}>
        <MoveButtons name={name} movable={movable} axis="down" />
      </span>
    </li>
  );
}
