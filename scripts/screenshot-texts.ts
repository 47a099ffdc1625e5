import { compare as germanCompare } from '../web/src/texts/de/compare.ts';
import { checks as germanChecks } from '../web/src/texts/de/editor-checks.ts';
import { sides as germanSides } from '../web/src/texts/de/editor-sides.ts';
import { testVariables as germanTestVariables } from '../web/src/texts/de/editor-test-variables.ts';
import { views as germanViews } from '../web/src/texts/de/editor-views.ts';
import { de } from '../web/src/texts/de/index.ts';
import { translate as deTranslate } from '../web/src/texts/de/translate.ts';
import { compare as englishCompare } from '../web/src/texts/en/compare.ts';
import { checks as englishChecks } from '../web/src/texts/en/editor-checks.ts';
import { sides as englishSides } from '../web/src/texts/en/editor-sides.ts';
import { testVariables as englishTestVariables } from '../web/src/texts/en/editor-test-variables.ts';
import { views as englishViews } from '../web/src/texts/en/editor-views.ts';
import { en } from '../web/src/texts/en/index.ts';
import { translate as enTranslate } from '../web/src/texts/en/translate.ts';

/** `--language=de` takes the screenshots in German. */
export const language = process.argv.find((word) => word.startsWith('--language='))?.split('=')[1] ?? 'en-GB';

/** The app's texts in that language; parts of the editor have their own. */
export const texts = language.startsWith('de')
  ? {
      ...de,
      ...{ checks: germanChecks, compare: germanCompare, sides: germanSides },
      ...{ testVariables: germanTestVariables, translate: deTranslate, views: germanViews },
    }
  : {
      ...en,
      ...{ checks: englishChecks, compare: englishCompare, sides: englishSides },
      ...{ testVariables: englishTestVariables, translate: enTranslate, views: englishViews },
    };
