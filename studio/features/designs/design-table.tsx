import { useState } from 'react';
import { Link } from 'react-router';
import type { BulkAnswer, DesignRow } from '#contract/studio/designs.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Icon } from '#ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import styles from './design-table.module.css';
import { PriceCell } from './price-cell.tsx';
import { StatusSticker } from './status-sticker.tsx';

interface DesignTableProps {
  readonly rows: readonly DesignRow[];
  /** Of all pages. */
  readonly total: number;
  /** Called with a row after it was changed. */
  readonly onRow: (row: DesignRow) => void;
  /** Called when unspecified rows have changed. */
  readonly onChanged: () => Promise<void>;
}

export function DesignTable({ rows, total, onRow, onChanged }: DesignTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<BulkAnswer['refused']>([]);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const isAll = chosen.length === rows.length;

  function select(ids: readonly string[], isSelected: boolean): void {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }

  return (
    <>
      <div className={styles.over}>
        <Checkbox
          checked={isAll}
          onChange={(isSelected) =>
            select(
              rows.map(({ id }) => id),
              isSelected,
            )
          }
        >
          Select all on this page
        </Checkbox>
        <p className={styles.count} role="status">
          {total === 1 ? '1 design' : `${total} designs`}
        </p>
      </div>
      {refused.length > 0 && <Refused refused={refused} onClose={() => setRefused([])} />}
      <Table label="Designs" columns={['Design', 'Status', 'Price', 'Sold', 'Changed']}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={styles.first}>
              <Design
                row={row}
                isSelected={selected.has(row.id)}
                onSelect={(isSelected) => select([row.id], isSelected)}
              />
            </td>
            <td data-label="Status">
              <StatusSticker status={row.status} />
            </td>
            <td data-label="Price">
              <PriceCell row={row} onRow={onRow} onStale={onChanged} />
            </td>
            <td data-label="Sold">{row.salesCount}</td>
            <td data-label="Changed">
              <Instant at={row.updatedAt} />
            </td>
          </tr>
        ))}
      </Table>
      {chosen.length > 0 && (
        <BulkBar
          rows={chosen}
          onClear={() => setSelected(new Set())}
          onDone={async (answer) => {
            setRefused(answer.refused);
            // Refused designs stay selected.
            setSelected(new Set(answer.refused.map(({ id }) => id)));
            await onChanged();
          }}
          onUnknown={onChanged}
        />
      )}
    </>
  );
}

interface DesignProps {
  readonly row: DesignRow;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function Design({ row, isSelected, onSelect }: DesignProps) {
  const { id, title, sku, image, isDesignerFavourite } = row;
  return (
    <div className={styles.design}>
      <Checkbox checked={isSelected} onChange={onSelect}>
        <span className="visually-hidden">Select {title}</span>
      </Checkbox>
      {image ? (
        <img
          className={styles.picture}
          src={image.url}
          style={{ backgroundColor: image.color }}
          width={48}
          height={48}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className={styles.picture} />
      )}
      <div className={styles.words}>
        <Link to={`/designs/${id}`}>{title}</Link>
        <small className={styles.sku}>
          {sku}
          {isDesignerFavourite && (
            <>
              <Icon name="heart" size={14} isFilled />
              <span className="visually-hidden">, a favourite</span>
            </>
          )}
        </small>
      </div>
    </div>
  );
}

interface RefusedProps {
  readonly refused: BulkAnswer['refused'];
  readonly onClose: () => void;
}

function Refused({ refused, onClose }: RefusedProps) {
  return (
    <div className={styles.refused} role="alert">
      <p>
        {refused.length === 1
          ? 'This one wasn’t changed and is still selected:'
          : `These ${refused.length} weren’t changed and are still selected:`}
      </p>
      <ul>
        {refused.map(({ id, title, reason }) => (
          <li key={id}>
            <Link to={`/designs/${id}`}>{title}</Link>: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
