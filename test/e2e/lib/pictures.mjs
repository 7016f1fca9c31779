// Pictures of the editor for README and docs, light and dark, in docs/images/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../../scripts/lib/paths.mjs';

const IMAGES = join(ROOT, 'docs', 'images');

/** A picture counts as the one that is there already up to this share of different pixels. */
const SAME = 0.001;

/**
 * Takes a picture in both looks. A picture that is there already stays unless it looks different,
 * so that a run leaves the working tree alone.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name of the file, without look and ending
 * @param {{clip?: {x: number, y: number, width: number, height: number}, settle?: () => Promise<void>}} [options]
 *   `settle`: brings back what the change of look has taken away, e.g. where the mouse is
 */
export async function takePicture(page, name, { clip, settle } = {}) {
	mkdirSync(IMAGES, { recursive: true });
	for (const colorScheme of ['dark', 'light']) {
		await page.emulateMedia({ colorScheme });
		await page.waitForTimeout(500);
		await settle?.();
		const path = join(IMAGES, `${name}-${colorScheme}.png`);
		const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
		if (!existsSync(path) || (await difference(page, readFileSync(path), picture)) > SAME) {
			writeFileSync(path, picture);
		}
	}
}

/** Which share of the pixels of two pictures differs visibly; 1 when their sizes differ. */
async function difference(page, before, after) {
	const urls = [before, after].map((png) => `data:image/png;base64,${png.toString('base64')}`);
	return await page.evaluate(async (sources) => {
		const [a, b] = await Promise.all(
			sources.map(async (src) => {
				const image = Object.assign(new Image(), { src });
				await image.decode();
				const { naturalWidth: width, naturalHeight: height } = image;
				const canvas = Object.assign(document.createElement('canvas'), { width, height });
				const context = canvas.getContext('2d');
				context.drawImage(image, 0, 0);
				return context.getImageData(0, 0, width, height);
			}),
		);
		if (a.width !== b.width || a.height !== b.height) return 1;
		const visible = 16;
		let different = 0;
		for (let at = 0; at < a.data.length; at += 4) {
			const pixel = [0, 1, 2].some((c) => Math.abs(a.data[at + c] - b.data[at + c]) > visible);
			if (pixel) different += 1;
		}
		return different / (a.width * a.height);
	}, urls);
}
