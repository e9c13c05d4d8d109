import { layouts, thingNames } from '#contract/shop/cloth-view.ts';
import { layoutNames, thingTitles } from '#contract/shop/cloth-view-text.ts';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import type { ViewParts } from './use-bench-view.ts';

const flat = 'flat';

interface ViewControlsProps {
  readonly layout: ViewParts['layout'];
  /** Null: flat cloth. */
  readonly shownOn: ViewParts['thing'];
  /** Whether the design repeats, so that it can be laid out, and shown flat. */
  readonly isTile: boolean;
  readonly onChange: (change: Partial<ViewParts>) => void;
}

/** How the repeats are laid out, and what the design is shown on. */
export function ViewControls({ layout, shownOn, isTile, onChange }: ViewControlsProps) {
  return (
    <>
      {isTile && (
        <ChoiceChips
          title="Layout"
          choices={layouts.map((value) => ({ value, label: layoutNames[value] }))}
          chosen={layout}
          onChoose={(chosen) => onChange({ layout: chosen })}
        />
      )}
      <ChoiceChips
        title="Shown on"
        choices={[
          ...(isTile ? [{ value: flat, label: 'Flat cloth' } as const] : []),
          ...thingNames.map((value) => ({ value, label: thingTitles[value] })),
        ]}
        chosen={shownOn ?? flat}
        onChoose={(chosen) => onChange({ thing: chosen === flat ? null : chosen })}
      />
    </>
  );
}
