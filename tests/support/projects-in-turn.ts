import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or longer: one that began last would run alone. */
const longest =
  /\/(components\/(sync-chip|studio\/conflicts)|crashes|object-writer|drawings)\.test\./;

/**
 * Runs a project's longest files first and its others in any order, but those of a project one after another: Vitest
 * ends a process that files share as soon as the next file is another project's.
 */
export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const places = files.map((file) => {
      const { name, config } = file.project;
      const random = createHash('sha1').update(`${seed} ${file.moduleId}`).digest('hex');
      const turn = longest.test(file.moduleId) ? 0 : 1;
      return { file, place: `${config.sequence.groupOrder} ${name} ${turn} ${random}` };
    });
    return places.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
  }
}
