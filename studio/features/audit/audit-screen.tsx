import { Link, useSearchParams } from 'react-router';
import { type AuditKind, type AuditLine, auditCalls, auditKinds } from '#contract/studio/audit.ts';
import { actionText, auditActions } from '#contract/studio/audit-actions.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { AddressSelect } from '../../ui/address-select.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LongPager } from '../../ui/long-pager.tsx';
import { Page } from '../../ui/page.tsx';
import { olderPath, pagePath } from '../../ui/page-path.ts';
import parts from '../../ui/parts.module.css';
import { PersonName } from '../../ui/person-name.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './audit-screen.module.css';
import { formerName, kindNames, subjectPath } from './audit-words.ts';
import { fieldName, isInstant, seenWords } from './seen-words.ts';

/** The audit log of the studio: who did what, when, before and after. */
export default function AuditScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const kind = auditKinds.find((known) => known === address.get('kind')) ?? 'all';
  const [actor, search] = [address.get('actor') ?? '', address.get('search') ?? ''];
  const action = address.get('action') ?? '';
  const olderThan = address.get('olderThan') ?? undefined;
  const lines = useAnswer(auditCalls.auditLines, {
    query: { page, actor, kind, action, search, olderThan },
  });
  const actors = lines.answer?.actors ?? [];
  return (
    <Page title="Activity log" text="Every change made in the studio, newest first.">
      <div className={parts.filters}>
        <SearchField label="Find" hint="A name, an order number, a code or a changed value." />
        <AddressSelect
          label="Who"
          name="actor"
          fallback=""
          options={[
            { value: '', label: 'Everyone' },
            ...actors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <div className={parts.together}>
          <AddressSelect label="About" name="kind" fallback="all" options={kindOptions} />
          <AddressSelect label="Action" name="action" fallback="" options={actionOptions(kind)} />
        </div>
      </div>
      <Answered of={lines} isList>
        {({ items, searchedTo, ...list }) => (
          <>
            {items.length === 0 ? (
              <EmptyList of={lines}>
                <NoLines isNarrowed={address.size > 0} />
              </EmptyList>
            ) : (
              <Table label="Activity log" columns={['When', 'Who', 'What', 'Before', 'After']}>
                {items.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
              </Table>
            )}
            <LongPager
              list={list}
              page={Number(page)}
              pathOf={(to) => pagePath('/done', address, to)}
            />
            {searchedTo && (
              <p>
                Searched back to <Instant at={searchedTo.at} />.{' '}
                <Link to={olderPath('/done', address, searchedTo.id)}>Search further back</Link>
              </p>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

const kindOptions = [
  { value: 'all', label: 'Everything' },
  ...auditKinds.map((value) => ({ value, label: kindNames[value] })),
];

function actionOptions(kind: AuditKind | 'all') {
  const actions = Object.entries(auditActions).filter(
    ([, of]) => kind === 'all' || of.kind === kind,
  );
  return [
    { value: '', label: 'Any' },
    ...actions.map(([value, { text }]) => ({ value, label: text })),
  ];
}

function NoLines({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (!isNarrowed)
    return (
      <EmptyScene
        scene="empty"
        title="No activity yet"
        text="Every change made in the studio is listed here."
      />
    );
  return (
    <EmptyScene scene="search" title="No matching activity">
      <Link to="/done">See all activity</Link>
    </EmptyScene>
  );
}

function Line({ line }: { readonly line: AuditLine }) {
  return (
    <tr>
      <td data-label="When">
        <Instant at={line.at} />
      </td>
      <td data-label="Who" data-free>
        <PersonName name={line.actor} />
      </td>
      <td data-label="What" data-free>
        {actionText(line.action)}
        <Subject line={line} />
      </td>
      <td data-label="Before">
        <Seen fields={line.before} />
      </td>
      <td data-label="After">
        <Seen fields={line.after} />
      </td>
    </tr>
  );
}

function Subject({ line }: { readonly line: AuditLine }) {
  const { subject } = line;
  const name = subject?.name ?? formerName(line);
  const path = subject && subjectPath(subject);
  if (name === '') return null;
  return <small className={styles.subject}>{path ? <Link to={path}>{name}</Link> : name}</small>;
}

function Seen({ fields }: { readonly fields: AuditLine['before'] }) {
  if (fields === null) return <span className="soft">—</span>;
  return (
    <dl className={styles.fields}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{fieldName(name)}</dt>
          <dd>{isInstant(value) ? <Instant at={value} /> : seenWords(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
