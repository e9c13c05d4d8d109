import type { Hero as HeroWords } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Scallop } from '#ui/scallop.tsx';
import { type LoadSuggestions, SearchBox } from '#ui/search-box.tsx';
import { Sticker } from '#ui/sticker.tsx';
import styles from './hero.module.css';
import { HeroScene, Hill } from './hero-scene.tsx';

interface HeroProps {
  /** An empty one isn't shown. */
  readonly words: HeroWords;
  readonly loadSuggestions: LoadSuggestions;
}

export function Hero({ words, loadSuggestions }: HeroProps) {
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <Hill place="back" />
      <div className={styles.inner}>
        <div className={styles.words}>
          {words.sticker !== '' && <Sticker paper="sunshine">{words.sticker}</Sticker>}
          <h1 id="hero-title" className={styles.title}>
            {words.title}
          </h1>
          {words.text !== '' && <p className={styles.text}>{words.text}</p>}
          <div className={styles.actions}>
            <SearchBox
              className={styles.search}
              label="Search all designs"
              placeholder="What are you making?"
              loadSuggestions={loadSuggestions}
            />
            <LinkButton to={paths.shop.path}>Shop All</LinkButton>
          </div>
        </div>
        <HeroScene className={styles.scene} />
      </div>
      <Hill place="front" />
      <Scallop side="above" className={styles.edge} />
    </section>
  );
}
