import { type SubmitEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { longestRange, type Range, type Report } from '#contract/studio/reports.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useMayCall } from '../../api/studio-session.ts';
import { dayName } from '../../ui/day-name.ts';
import styles from './range-choice.module.css';

const names = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['year', 'This year'],
] as const;

interface RangeChoiceProps {
  readonly range: Range;
  /** The answer on the screen, whose days the form starts with. */
  readonly report: Pick<Report, 'from' | 'until' | 'timeZone' | 'before'>;
}

/** Chooses the days of the figures; the choice is in the URL. */
export function RangeChoice({ range, report }: RangeChoiceProps) {
  const { from, until, timeZone, before } = report;
  const mayChange = useMayCall(settingsCalls.setTimeZone);
  return (
    <div className={styles.choice}>
      <nav className="row-2" aria-label="Days">
        {names.map(([value, name]) => (
          <Link
            key={value}
            className={styles.range ?? ''}
            to={`/today?range=${value}`}
            replace
            aria-current={value === range ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <OwnDays key={`${from} ${until}`} from={from} until={until} />
      <p className={styles.note}>
        {dayName(from)} to {dayName(until)}, compared with {dayName(before.from)} to{' '}
        {dayName(before.until)}. Days of the time zone{' '}
        {mayChange ? <Link to="/settings">{timeZone}</Link> : timeZone}.
      </p>
    </div>
  );
}

function OwnDays(shown: { readonly from: string; readonly until: string }) {
  const [, setAddress] = useSearchParams();
  const [from, setFrom] = useState(shown.from);
  const [until, setUntil] = useState(shown.until);
  const length = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  const isValid = length >= 1 && length <= longestRange;

  function show(event: SubmitEvent): void {
    event.preventDefault();
    if (isValid) setAddress({ range: 'own', from, until });
  }

  return (
    <form className={styles.own} onSubmit={show} noValidate>
      <TextField label="From" type="date" value={from} onChange={setFrom} />
      <TextField
        label="Until"
        type="date"
        value={until}
        onChange={setUntil}
        error={isValid ? undefined : `Choose 1 to ${longestRange} days.`}
      />
      <Button type="submit" variant="paper" disabled={!isValid}>
        Show
      </Button>
    </form>
  );
}
