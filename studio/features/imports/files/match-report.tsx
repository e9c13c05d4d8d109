import { useState } from 'react';
import type { FileTarget } from '#contract/studio/files.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { assigned, type Match, type MatchState, matchStates } from './match-files.ts';

/** Rows on a page, so that a thousand files don't slow it down. */
const rowsShown = 50;

const states: Readonly<Record<MatchState, readonly ['good' | 'wait' | 'bad' | 'plain', string]>> = {
  matched: ['good', 'Matched'],
  ambiguous: ['wait', 'Several drafts'],
  unmatched: ['bad', 'No draft'],
  there: ['plain', 'Already there'],
  unsupported: ['bad', 'Unsupported'],
};

interface MatchReportProps {
  readonly targets: readonly FileTarget[];
  readonly matches: readonly Match[];
  readonly onChange: (matches: readonly Match[]) => void;
  readonly onUpload: (matched: readonly Match[]) => void;
}

/** What each file belongs to, before anything is uploaded; what isn't clear is assigned by hand. */
export function MatchReport({ targets, matches, onChange, onUpload }: MatchReportProps) {
  const count = (state: MatchState) => matches.filter((each) => each.state === state).length;
  const [state, setState] = useState<MatchState | ''>(
    matchStates.find((each) => each !== 'matched' && each !== 'there' && count(each) > 0) ?? '',
  );
  const [page, setPage] = useState(0);
  const present = matchStates.filter((each) => count(each) > 0 || each === state);
  const shown = matches.filter((each) => state === '' || each.state === state);
  const pages = Math.max(1, Math.ceil(shown.length / rowsShown));
  const at = Math.min(page, pages - 1);
  const ready = matches.filter((each) => each.state === 'matched');
  const drafts = new Set(ready.map(({ candidates: [target] }) => target?.id)).size;
  const bytes = ready.reduce((sum, { file }) => sum + file.size, 0);

  function assign(match: Match, target: FileTarget): void {
    const to = { ...match, ...assigned(match.file, match.kind, target) };
    onChange(matches.map((each) => (each === match ? to : each)));
  }

  function summary(): string {
    const others = matches.length - ready.length - count('there');
    if (ready.length > 0) {
      const upload = `${counted(ready.length, 'file')} for ${counted(drafts, 'draft')} will be uploaded, ${formatBytes(bytes)}.`;
      return others > 0 ? `${upload} Others are left out until you assign them.` : upload;
    }
    return others > 0
      ? 'No new file is matched to a draft yet. Assign them below, or rename them and choose them again.'
      : 'Nothing is left to upload: the drafts have these files already.';
  }

  return (
    <Card title={`${counted(matches.length, 'file')}`} text={summary()}>
      <div className="line-3">
        {ready.length > 0 && (
          <Button onClick={() => onUpload(ready)}>Upload {counted(ready.length, 'file')}</Button>
        )}
      </div>
      <Select
        label="Show"
        placeholder={`All (${matches.length.toLocaleString('en-US')})`}
        options={present.map((value) => ({
          value,
          label: `${states[value][1]} (${count(value).toLocaleString('en-US')})`,
        }))}
        value={state}
        onChange={(to) => {
          setState(matchStates.find((each) => each === to) ?? '');
          setPage(0);
        }}
      />
      <datalist id="drafts-of-files">
        {targets.slice(0, 2000).map((target) => (
          <option key={target.id} value={target.sku} label={target.title} />
        ))}
      </datalist>
      <Table label="Files" columns={['File', 'As', 'Size', 'Status', 'Draft']}>
        {shown.slice(at * rowsShown, (at + 1) * rowsShown).map((match) => (
          <tr key={match.path}>
            <td data-label="File" data-free>
              {match.path}
            </td>
            <td data-label="As">{match.kind === 'image' ? 'Picture' : 'Download'}</td>
            <td data-label="Size" data-whole>
              {formatBytes(match.file.size)}
            </td>
            <td data-label="Status">
              <Badge tone={states[match.state][0]}>{states[match.state][1]}</Badge>
            </td>
            <td data-label="Draft" data-free>
              <Draft match={match} targets={targets} onAssign={(to) => assign(match, to)} />
            </td>
          </tr>
        ))}
      </Table>
      {pages > 1 && (
        <div className="line-3">
          <Button
            variant="quiet"
            aria-disabled={at === 0}
            onClick={() => at > 0 && setPage(at - 1)}
          >
            Previous
          </Button>
          <p>
            Page {at + 1} of {pages}
          </p>
          <Button
            variant="quiet"
            aria-disabled={at === pages - 1}
            onClick={() => at < pages - 1 && setPage(at + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </Card>
  );
}

interface DraftProps {
  readonly match: Match;
  readonly targets: readonly FileTarget[];
  readonly onAssign: (target: FileTarget) => void;
}

function Draft({ match, targets, onAssign }: DraftProps) {
  const { state, candidates, path } = match;
  const [typed, setTyped] = useState('');
  if (state === 'unsupported') return 'Put it in a ZIP.';
  if (state === 'ambiguous') {
    return (
      <Select
        label={`Draft for ${path}`}
        placeholder="Choose"
        options={candidates.map(({ id, title, sku }) => ({
          value: id,
          label: `${title} (${sku})`,
        }))}
        onChange={(id) => {
          const target = candidates.find((each) => each.id === id);
          if (target) onAssign(target);
        }}
      />
    );
  }
  if (state !== 'unmatched') return candidates[0]?.title ?? '';
  return (
    <TextField
      label={`SKU of the draft for ${path}`}
      list="drafts-of-files"
      autoComplete="off"
      value={typed}
      onChange={(to) => {
        setTyped(to);
        const target = targets.find(({ sku }) => sku.toLowerCase() === to.trim().toLowerCase());
        if (target) onAssign(target);
      }}
    />
  );
}
