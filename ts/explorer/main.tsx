import './ahead.js';
import { render } from 'preact';
import { App } from './app/App.js';
import { narrowPolicy } from './frame/policy.js';
import { startSettings } from './frame/settings.js';

narrowPolicy(await startSettings());
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
