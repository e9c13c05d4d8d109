import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs files in any order, but those of a project one after another: Vitest ends a process that files share as soon as
 * the next file is another project's.
 */
export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const places = files.map((file) => {
      const { name, config } = file.project;
      const random = createHash('sha1').update(`${seed} ${file.moduleId}`).digest('hex');
      return { file, place: `${config.sequence.groupOrder} ${name} ${random}` };
    });
    return places.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
  }
}
