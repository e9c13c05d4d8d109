import { useState } from 'react';
import type { CollectionDesign } from '#contract/studio/collections.ts';
import { designCalls } from '#contract/studio/design-calls.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { TextField } from '#ui/text-field.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../ui/badge.tsx';
import movableStyles from '../../ui/movable.module.css';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { type Movable, useReorder } from '../../ui/use-reorder.ts';
import styles from './collections.module.css';

const statusNames = { draft: 'Draft', published: 'In the shop', retired: 'Retired' } as const;

interface CollectionDesignsProps {
  /** What the list is called. */
  readonly label: string;
  readonly designs: readonly CollectionDesign[];
  /** The design whose picture the collection shows; without it none is chosen. */
  readonly cover?: {
    /** Empty for the first. */
    readonly id: string;
    readonly onChoose: (id: string) => void;
  };
  readonly onChange: (designs: readonly CollectionDesign[]) => void;
}

/** The designs of a collection, in order, with those that can be added. */
export function CollectionDesigns({ label, designs, cover, onChange }: CollectionDesignsProps) {
  const named = designs.map((design) => ({ ...design, _id: design.id, name: design.title }));
  const movable = useReorder(named, (ids) =>
    onChange(ids.flatMap((id) => designs.find((design) => design.id === id) ?? [])),
  );
  const shown = designs.find(({ id }) => id === cover?.id) ?? designs[0];
  return (
    <>
      {designs.length === 0 && <p>No designs yet. Find some below.</p>}
      <ol className={styles.list} aria-label={label}>
        {designs.map((design) => (
          <Member
            key={design.id}
            design={design}
            movable={movable(design.id)}
            isCover={cover !== undefined && design === shown}
            onCover={cover && (() => cover.onChoose(design.id))}
            onRemove={() => onChange(designs.filter(({ id }) => id !== design.id))}
          />
        ))}
      </ol>
      <FindDesigns
        chosen={new Set(designs.map(({ id }) => id))}
        onAdd={(design) => onChange([...designs, design])}
      />
    </>
  );
}

interface MemberProps {
  readonly design: CollectionDesign;
  readonly movable: Movable;
  readonly isCover: boolean;
  readonly onCover: (() => void) | undefined;
  readonly onRemove: () => void;
}

function Member({ design, movable, isCover, onCover, onRemove }: MemberProps) {
  const { title, status } = design;
  return (
    <li className={joinClasses(movableStyles.item, styles.row)} {...movable.drag}>
      <Facts design={design} />
      {status !== 'published' && <Badge tone="wait">{statusNames[status]}</Badge>}
      {isCover && <Badge tone="good">Picture</Badge>}
      {onCover && !isCover && (
        <Button variant="quiet" aria-label={`Use as picture: ${title}`} onClick={onCover}>
          Use as picture
        </Button>
      )}
      <span className={movableStyles.buttons}>
        <MoveButtons name={title} movable={movable} axis="down" />
        <Button variant="icon" aria-label={`Take out ${title}`} onClick={onRemove}>
          <Icon name="trash" size={20} />
        </Button>
      </span>
    </li>
  );
}

function Facts({ design }: { readonly design: CollectionDesign }) {
  const { title, image, price } = design;
  return (
    <>
      {image ? (
        <img
          className={styles.picture}
          src={image.url}
          style={{ backgroundColor: image.color }}
          alt=""
          draggable={false}
        />
      ) : (
        <span className={styles.picture} />
      )}
      <span className={styles.words}>
        {title}
        <small className="soft">{formatUsd(price)}</small>
      </span>
    </>
  );
}

interface FindDesignsProps {
  readonly chosen: ReadonlySet<string>;
  readonly onAdd: (design: CollectionDesign) => void;
}

/** Finds designs by title or SKU, to add them. */
function FindDesigns({ chosen, onAdd }: FindDesignsProps) {
  const [search, setSearch] = useState('');
  const found = useAnswer(designCalls.designs, { query: { page: '1', search: search.trim() } });
  const others = (found.answer?.items ?? []).filter(({ id }) => !chosen.has(id)).slice(0, 8);
  return (
    <>
      <TextField
        label="Find a design to add"
        hint="By title or SKU."
        type="search"
        autoComplete="off"
        maxLength={64}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Enter must not save the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {found.error && <p role="alert">{found.error.message || 'The shop can’t be reached.'}</p>}
      {found.answer && others.length === 0 && <p>No other design matches.</p>}
      <ul className="stack-1" aria-label="Designs found" aria-busy={found.isLoading}>
        {others.map(({ id, title, status, price, discountedPrice, image }) => {
          const design = { id, title, status, image, price: priceToPay(price, discountedPrice) };
          return (
            <li key={id} className={styles.row}>
              <Facts design={design} />
              {status !== 'published' && <Badge tone="wait">{statusNames[status]}</Badge>}
              <Button variant="paper" aria-label={`Add ${title}`} onClick={() => onAdd(design)}>
                Add
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
