import { Switch } from '#ui/switch.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './design-cards.module.css';
import type { DesignForm } from './use-design-form.ts';

/** What a buyer may want to know before buying. */
export function AudienceCard({ form: { typed, change, errorOf } }: { readonly form: DesignForm }) {
  return (
    <Card title="Audience">
      <Switch
        isOn={typed.isForFabricShops}
        onChange={(isForFabricShops) => change('isForFabricShops', { isForFabricShops })}
      >
        Also sold to fabric shops
      </Switch>
      <Switch
        isOn={typed.isDesignerFavourite}
        onChange={(isDesignerFavourite) => change('isDesignerFavourite', { isDesignerFavourite })}
      >
        Designers’ favourite
      </Switch>
      <fieldset>
        <legend className={styles.legend}>Size of one repeat, in inches</legend>
        <div className={styles.fields}>
          <TextField
            label="Width"
            inputMode="decimal"
            autoComplete="off"
            hint="Leave empty if it doesn’t repeat."
            value={typed.tileWidth}
            onChange={(tileWidth) => change('tile.width', { tileWidth })}
            error={errorOf('tile.width')}
          />
          <TextField
            label="Height"
            inputMode="decimal"
            autoComplete="off"
            value={typed.tileHeight}
            onChange={(tileHeight) => change('tile.height', { tileHeight })}
            error={errorOf('tile.height')}
          />
        </div>
      </fieldset>
    </Card>
  );
}
