import { type ReactNode, useState } from 'react';
import type { BulkSelection } from '#contract/studio/bulk-actions.ts';
import type { ListedDesign } from '#contract/studio/designs.ts';
import { counted } from '#contract/wire/counted.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Icon } from '#ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { Table } from '../../ui/table.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import {
  nothingSelected,
  selectedIn,
  withDesigns,
  withEverything,
} from './bulk/design-selection.ts';
import styles from './design-table.module.css';
import { lacksText } from './lack-names.ts';
import {
  type ChangedRow,
  type OpenRows,
  shownRows,
  withChanged,
  withOpen,
  withoutOpen,
} from './open-rows.ts';
import { PriceCell } from './price-cell.tsx';
import { StatusSticker } from './status-sticker.tsx';

interface DesignTableProps {
  readonly rows: readonly ListedDesign[];
  /** Of all pages. */
  readonly total: number;
  readonly filter: Omit<Extract<BulkSelection, { of: 'filter' }>, 'of'>;
  /** Called with what an answer says of a row. */
  readonly onRow: (row: ChangedRow<ListedDesign>) => void;
  /** Shown instead of an empty table. */
  readonly children: ReactNode;
}

export function DesignTable({ rows: listed, total, filter, onRow, children }: DesignTableProps) {
  const [selected, setSelected] = useState(nothingSelected);
  /** They stay when a reload drops them from the list. */
  const [open, setOpen] = useState<OpenRows<ListedDesign>>(new Map());
  const rows = shownRows(open, listed);
  const { selection, count, isAll, all } = selectedIn(selected, { rows, total, filter });

  function select(ids: readonly string[], isSelected: boolean): void {
    setSelected((before) => withDesigns(before, ids, isSelected));
  }

  if (rows.length === 0) return children;
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
        <p className="soft" role="status">
          {counted(total, 'design')}
        </p>
      </div>
      <Table label="Designs" columns={['Design', 'Status', 'Price', 'Sold', 'Changed']}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={styles.first}>
              <Design
                row={row}
                isSelected={selected.ids.has(row.id)}
                onSelect={(isSelected) => select([row.id], isSelected)}
              />
            </td>
            <td data-label="Status">
              <StatusSticker status={row.status} />
              {row.publication && (
                <small className={styles.lacks}>
                  {row.publication.hasFailed ? 'Not published' : 'Publishes'}{' '}
                  <Instant at={row.publication.at} />
                </small>
              )}
              {row.lacks.length > 0 && (
                <small className={styles.lacks}>{lacksText(row.lacks)}</small>
              )}
            </td>
            <td data-label="Price">
              <PriceCell
                row={row}
                onOpen={(isOpen) =>
                  setOpen((before) =>
                    isOpen ? withOpen(before, row) : withoutOpen(before, row.id),
                  )
                }
                onRow={(changed) => {
                  setOpen((before) => withChanged(before, changed));
                  onRow(changed);
                }}
              />
            </td>
            <td data-label="Sold">{row.salesCount}</td>
            <td data-label="Changed">
              <Instant at={row.updatedAt} />
            </td>
          </tr>
        ))}
      </Table>
      {count > 0 && (
        <BulkBar
          selection={selection}
          count={count}
          all={all}
          onAll={() => setSelected(withEverything)}
          onClear={() => setSelected(nothingSelected)}
        />
      )}
    </>
  );
}

interface DesignProps {
  readonly row: ListedDesign;
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
      <RowLink
        to={`/designs/${id}`}
        note={
          <>
            {sku}
            {isDesignerFavourite && (
              <>
                <Icon name="heart" size={14} isFilled />
                <span className="visually-hidden">, a favourite</span>
              </>
            )}
          </>
        }
      >
        {title}
      </RowLink>
    </div>
  );
}
