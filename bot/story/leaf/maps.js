"use strict";
// The maps of all turns, in tiles: for each map, the page has what differs from the one before.

class Maps {
  constructor(data, canvas) {
    this.data = data;
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.charts = [];
    this.coming = [];
    this.wanted = 0;
    this.laid = [];
    canvas.width = data.width;
    canvas.height = data.height;
  }

  async unpack() {
    this.coming = this.data.charts.map(source => {
      const chart = new Image();
      chart.src = source;
      return chart;
    });
    await Promise.all(this.coming.map(chart => chart.decode()));
    this.charts = this.coming;
    this.show(this.wanted);
  }

  // The address of a picture of one of the maps: some browsers cannot print a canvas.
  // A page may be printed as soon as it is loaded, before anything has been shown.
  pictureOf(number) {
    const other = new Maps(this.data, document.createElement("canvas"));
    if (this.coming.every(chart => chart.complete)) other.charts = this.coming;
    other.show(number);
    return other.canvas.toDataURL();
  }

  tilesOf(number) {
    const tiles = [];
    for (const frame of this.data.frames.slice(0, number + 1)) {
      for (let at = 0; at < frame.length; at += 2) tiles[frame[at]] = frame[at + 1];
    }
    return tiles;
  }

  show(number) {
    this.wanted = number;
    if (!this.charts.length) return;
    const {tile, width, chart_row: row, chart_tiles: most} = this.data;
    const across = width / tile;
    this.tilesOf(number).forEach((which, place) => {
      if (this.laid[place] === which) return;
      this.laid[place] = which;
      const [x, y] = [place % across * tile, Math.floor(place / across) * tile];
      this.pen.clearRect(x, y, tile, tile);
      if (which < 0) return;
      const [chart, nth] = [this.charts[Math.floor(which / most)], which % most];
      const [left, top] = [nth % row * tile, Math.floor(nth / row) * tile];
      this.pen.drawImage(chart, left, top, tile, tile, x, y, tile, tile);
    });
    this.canvas.dataset.map = String(number);
  }
}
