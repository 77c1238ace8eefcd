import { useTexts } from './describe.js';
import * as texts from './withTexts.js';

// `#texts` in Node. Every entry of the package imports it; what makes errors does not, so that it depends on no text.
useTexts(texts);
